import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchTree } from '../../../src/domain/search-query/tree.js';
import { treeMatcher } from '../../../src/domain/search-query/matcher.js';
import { documentTexts } from '../../../src/domain/search-query/document.js';
import { search } from '../../../src/db/sqlite/search/search.js';
import { searchTotal } from '../../../src/db/sqlite/search/totals.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { searchFile, type SearchFile } from './support.js';

const TEXTS = [
  'docker compose up',
  'the dockerfile',
  '用docker部署 compose',
  '记忆断裂 docker',
  '断裂',
  'podman',
  'Docker\nCompose',
  'compose docker',
  '广西 和 桂林',
  '桂林山水 podman',
  '->',
  'a -> b 断裂',
  'naïve café',
  'CAFÉ docker',
  '断裂docker',
  'docker断裂',
  'x',
  '',
  'ls -la',
  'cd x\nls',
];
const CALL = (command: string) =>
  JSON.stringify([{ function: { name: 'terminal', arguments: JSON.stringify({ command }) } }]);

const leaf: fc.Arbitrary<SearchTree> = fc.oneof(
  fc.record({
    kind: fc.constant('words' as const),
    text: fc.constantFrom(
      'docker',
      'compose',
      'podman',
      'docker compose',
      'cafe',
      'café',
      'ls',
      'x',
      'terminal',
      'absent',
    ),
    prefix: fc.constant(false),
  }),
  fc.record({
    kind: fc.constant('words' as const),
    text: fc.constantFrom('dock', 'compo', 'na'),
    prefix: fc.constant(true),
  }),
  fc.record({
    kind: fc.constant('text' as const),
    text: fc.constantFrom('断裂', '记忆断裂', '裂', '桂林', '用docker', '->', '部署', '广西 和'),
  }),
);
const tree: fc.Arbitrary<SearchTree> = fc.letrec<{ tree: SearchTree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), keep: tie('tree'), drop: tie('tree') }),
  ),
})).tree;

const KINDS: Record<string, string[]> = {
  'both indexes': [],
  'the index of words': ['messages_fts_trigram'],
  'the index of runs': ['messages_fts'],
  'no index': ['messages_fts', 'messages_fts_trigram'],
};
const FIXTURES = ['v11_empty.db', 'versions/v31.db', 'versions/v23.db', 'versions/v10.db'];

describe.each(FIXTURES)('%s', (fixture) => {
  const files: SearchFile[] = [];
  const cleanUps: (() => void)[] = [];

  beforeAll(() => {
    for (const dropped of Object.values(KINDS)) {
      files.push(
        searchFile(
          (db) => {
            for (const index of dropped) {
              for (const event of ['insert', 'update', 'delete'])
                db.exec(`DROP TRIGGER ${index}_${event}`);
              db.exec(`DROP TABLE ${index}`);
            }
            insertSession(db, 'n');
            insertSession(db, 'c', { source: 'cron' });
            for (const [index, text] of TEXTS.entries()) {
              const session = index % 3 === 0 ? 'c' : 'n';
              insertMessage(db, session, 'user', text);
              insertMessage(db, session, 'tool', text, { tool_name: 'terminal' });
              insertMessage(db, session, 'assistant', null, { tool_calls: CALL(text) });
            }
          },
          { fixture, after: (cleanUp) => cleanUps.push(cleanUp) },
        ),
      );
    }
  });
  afterAll(() => cleanUps.forEach((cleanUp) => cleanUp()));

  it('every tree finds the messages that it describes, in each order, by each way', () => {
    // Before schema 11 the index of words holds contents only, by that file's own rule.
    const contentsOnly = fixture === 'versions/v10.db';
    const known = files[0]?.db
      .prepare(
        `SELECT id, content, tool_name, tool_calls FROM messages WHERE session_id IN ('n', 'c') ${contentsOnly ? "AND role = 'user'" : ''} ORDER BY id`,
      )
      .all() as {
      id: number;
      content: string | null;
      tool_name: string | null;
      tool_calls: string | null;
    }[];
    const filter = { sessionIds: ['n', 'c'], ...(contentsOnly ? { roles: ['user'] } : {}) };
    fc.assert(
      fc.property(tree, (wanted) => {
        const matches = treeMatcher(wanted);
        const expected = known.filter((row) => matches(documentTexts(row))).map(({ id }) => id);
        for (const file of files) {
          for (const order of ['OLDEST', 'NEWEST', 'RELEVANCE'] as const) {
            const page = search(file.sql, wanted, filter, order, { limit: 200, after: null });
            const found = page.items.map(({ row }) => row.message.id);
            const sorted = order === 'RELEVANCE' ? [...found].sort((a, b) => a - b) : found;
            expect(sorted).toEqual(order === 'NEWEST' ? [...expected].reverse() : expected);
          }
          expect(searchTotal(file.sql, wanted, filter)).toBe(expected.length);
        }
      }),
      { numRuns: 60 },
    );
  });
});
