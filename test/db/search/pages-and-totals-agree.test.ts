import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import { search } from '../../../src/db/sqlite/search/search.js';
import { searchSessions, searchSessionsTotal } from '../../../src/db/sqlite/search/sessions.js';
import type { SearchFilter } from '../../../src/domain/search.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { ids, pagedIds, searchFile, total, type SearchFile } from './support.js';

const TEXTS = [
  'docker',
  'docker docker compose',
  'the dockerfile',
  '用docker部署',
  '记忆断裂 docker',
  '断裂',
  'podman compose',
  'nothing',
  'Docker\ncompose',
  '广西 和 桂林',
];
const QUERIES = [
  'docker',
  'docker compose',
  'docker OR podman',
  'compose NOT docker',
  'docker NOT compose',
  '断裂',
  '记忆断裂',
  'docker 断裂',
  '断裂 OR podman',
  'dock*',
  '"docker compose"',
  '桂',
  '广西 NOT docker',
  'docker NOT 断裂',
];
const FILTERS: SearchFilter[] = [
  {},
  { sources: ['cli'] },
  { excludeSources: ['cli'] },
  { roles: ['user'] },
  { excludeRoles: ['user'] },
  { sessionIds: ['s1', 's2'] },
  { excludeSessionIds: ['s1'] },
  { models: ['m1'] },
  { toolNames: ['terminal'] },
  { timestamp: { from: 1010, until: 1040 } },
  { sources: ['cli'], roles: ['tool'], timestamp: { from: 1005 } },
];

function corpus(): SearchFile {
  return searchFile((db) => {
    for (let n = 0; n < 6; n += 1)
      insertSession(db, `s${n}`, { source: n % 2 ? 'cli' : 'cron', model: `m${n % 3}` });
    for (let n = 0; n < 120; n += 1) {
      const role = ['user', 'assistant', 'tool'][n % 3] ?? 'user';
      insertMessage(db, `s${n % 6}`, role, TEXTS[(n * 7) % TEXTS.length] ?? '', {
        timestamp: 1000 + ((n * 13) % 60),
        tool_name: n % 3 === 2 ? 'terminal' : null,
      });
    }
    insertMessage(db, 'gone', 'user', 'docker compose 断裂 of no session');
  });
}

describe('paging to the end', () => {
  it('gives every match once, as many as the total says, in each order and with each filter', () => {
    const file = corpus();
    fc.assert(
      fc.property(
        fc.constantFrom(...QUERIES),
        fc.constantFrom(...FILTERS),
        fc.integer({ min: 1, max: 40 }),
        (query, filter, limit) => {
          const newest = pagedIds(file, query, 'NEWEST', limit, filter);
          expect(newest).toEqual([...new Set(newest)].sort((a, b) => b - a));
          expect(pagedIds(file, query, 'OLDEST', limit, filter)).toEqual([...newest].reverse());
          const relevant = pagedIds(file, query, 'RELEVANCE', limit, filter);
          expect([...relevant].sort((a, b) => b - a)).toEqual(newest);
          expect(relevant).toEqual(ids(file, query, filter, 'RELEVANCE', 200));
          expect(total(file, query, filter)).toBe(newest.length);
          expect(newest).not.toContain(121);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('an empty page is legal, and says whether more follow', () => {
    const file = corpus();
    const page = (query: string) =>
      search(file.sql, parseSearchQuery(query), {}, 'NEWEST', { limit: 0, after: null });
    expect(page('docker')).toMatchObject({ items: [], hasNextPage: true, hasPreviousPage: false });
    expect(page('absent')).toMatchObject({ items: [], hasNextPage: false });
  });

  it.each(['NEWEST', 'RELEVANCE', 'OLDEST'] as const)(
    'survives inserts and deletes between pages: %s',
    (order) => {
      const file = corpus();
      const tree = parseSearchQuery('docker');
      const before = ids(file, 'docker', {}, order, 200);
      const first = search(file.sql, tree, {}, order, { limit: 7, after: null });
      const last = first.items.at(-1);
      for (let n = 0; n < 5; n += 1)
        insertMessage(file.db, 's1', 'user', `new docker message ${'x '.repeat(n)}`);
      file.db.prepare('DELETE FROM messages WHERE id = ?').run(before[0]);
      const second = search(file.sql, tree, {}, order, { limit: 200, after: last?.key ?? null });
      const seen = second.items
        .map(({ row }) => row.message.id)
        .filter((id) => before.includes(id));
      expect(seen).toEqual(before.slice(7));
    },
  );

  it.each(['NEWEST', 'OLDEST', 'RELEVANCE'] as const)(
    'goes on where a deleted hit was: %s',
    (order) => {
      const file = corpus();
      const tree = parseSearchQuery('docker');
      const before = ids(file, 'docker', {}, order, 200);
      const first = search(file.sql, tree, {}, order, { limit: 7, after: null });
      file.db.prepare('DELETE FROM messages WHERE id = ?').run(before[6]);
      const second = search(file.sql, tree, {}, order, {
        limit: 3,
        after: first.items.at(-1)?.key ?? null,
      });
      expect(second.items.map(({ row }) => row.message.id)).toHaveLength(3);
      expect(before.slice(0, 7)).not.toContain(second.items[0]?.row.message.id);
    },
  );
});

describe('sessions that match', () => {
  it('are grouped with their counts and best hits, and page without overlap', () => {
    const file = corpus();
    for (const query of QUERIES) {
      for (const filter of FILTERS) {
        const tree = parseSearchQuery(query);
        const hits = search(file.sql, tree, filter, 'RELEVANCE', {
          limit: 200,
          after: null,
        }).items.map(({ row }) => row);
        const counts = new Map<string, number>();
        for (const { message } of hits)
          counts.set(message.session_id, (counts.get(message.session_id) ?? 0) + 1);
        const sessions: string[] = [];
        let page = searchSessions(file.sql, tree, filter, { limit: 2, after: null });
        for (;;) {
          for (const { row } of page.items) {
            expect(row.match_count, query).toBe(counts.get(row.session_id));
            const best = hits.find(({ message }) => message.session_id === row.session_id);
            expect(row.best_hit.message.id, query).toBe(best?.message.id);
            sessions.push(row.session_id);
          }
          const last = page.items.at(-1);
          if (!page.hasNextPage || last === undefined) break;
          page = searchSessions(file.sql, tree, filter, { limit: 2, after: last.key });
        }
        expect(sessions, query).toEqual([...counts.keys()]);
        expect(searchSessionsTotal(file.sql, tree, filter), query).toBe(counts.size);
      }
    }
  });
});
