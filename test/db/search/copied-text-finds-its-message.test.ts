import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeContent } from '../../../src/domain/content.js';
import { MAX_QUERY_LENGTH } from '../../../src/domain/search-query/parse.js';
import { dumpPythonJson } from '../../../src/domain/python-json.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { ids, searchFile, type SearchFile } from './support.js';

const WORDS =
  'docker the Error file_name re-run naïve émigré Straße café CRÈME größe ångström x1 ls go C a I 42 3.14 v2.0'.split(
    ' ',
  );
const PATHS = [
  'gateway/run.py',
  '/usr/local/bin',
  '~/.hermes/state.db',
  'C:\\temp\\new',
  '.env',
  'https://example.com:8080/a?b=c&d=e#f',
  'user@host.org',
];
const CODE = [
  'foo(bar, baz)',
  'if (a<b) { return x; }',
  'a->b',
  'x = y != z',
  'std::vector<int>',
  'rm -rf ./build',
  '50%',
  "it's",
  'C++',
  'c#',
  '$HOME',
  '`code`',
  '#tag',
  'key=value',
  '[1, 2]',
  '{json: true}',
  'a && b || c',
  '100%完成了',
];
const CHINESE = [
  '数据库',
  '迁移完成',
  '修改youer服务端',
  '的',
  '广西',
  '用docker部署',
  '日本語テスト',
  '안녕하세요',
  '大别山项目。',
  '「引用」',
  '𠀀𠀁',
  'ภาษาไทย',
];
const OTHER = [
  '🚀',
  '🤖',
  '✅',
  '→',
  '—',
  'Done🤖ok',
  'Ελληνικά',
  'Кириллица',
  'עברית',
  'हिन्दी',
  '½',
  'ﬁle',
  'İstanbul',
  'Tiếng Việt',
  'プログラム'.normalize('NFD'),
  '안녕'.normalize('NFD'),
  'мой',
  'Việt'.normalize('NFD'),
  '❤️',
];
const GLUE = [
  ' ',
  ' ',
  ' ',
  '\n',
  '\t',
  '  ',
  '\u3000',
  '\u00a0',
  ', ',
  '，',
  '',
  ' - ',
  ' (',
  ') ',
  '“',
  '”',
  '…',
];

const piece = fc.oneof(
  ...[WORDS, PATHS, CODE, CHINESE, OTHER].map((list) => fc.constantFrom(...list)),
);
const text = fc
  .array(fc.tuple(piece, fc.constantFrom(...GLUE)), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.flat().join('').trim())
  .filter((one) => one !== '');

/** How a text may stand in a message. */
type Form = 'plain' | 'structured' | 'call';
const form = fc.constantFrom<Form>('plain', 'plain', 'structured', 'call');

/** Words as they are seen: runs between blanks, and single characters of Chinese and the like. */
const VISIBLE_WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}\s]+/gu;

/** A stretch of a text from the start of a word to the end of one. */
const stretch = fc.tuple(text, form, fc.nat(), fc.nat()).map(([whole, how, from, length]) => {
  const words = [...whole.matchAll(VISIBLE_WORD)];
  const first = words[from % words.length];
  const last = words[Math.min(words.length - 1, (from % words.length) + (length % 8))];
  const start = first?.index ?? 0;
  const end = last === undefined ? whole.length : last.index + last[0].length;
  return { whole, how, copied: whole.slice(start, end) };
});

function store(file: SearchFile, whole: string, how: Form): number {
  switch (how) {
    case 'plain':
      return insertMessage(file.db, 's', 'user', whole);
    case 'structured':
      return insertMessage(
        file.db,
        's',
        'user',
        encodeContent([
          { type: 'text', text: whole },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ]),
      );
    case 'call': {
      const args = dumpPythonJson({ command: whole });
      const calls = dumpPythonJson([
        { id: 'c', type: 'function', function: { name: 'terminal', arguments: args } },
      ]);
      return insertMessage(file.db, 's', 'assistant', null, { tool_calls: calls });
    }
  }
}

/** The same store with both indexes, with one of them, and with none. */
const KINDS = {
  'both indexes': '',
  'the index of words': 'DROP TABLE messages_fts_trigram;',
  'the index of runs': 'DROP TABLE messages_fts;',
  'no index': 'DROP TABLE messages_fts; DROP TABLE messages_fts_trigram;',
};
const files = new Map<string, SearchFile>();
const cleanUps: (() => void)[] = [];

beforeAll(() => {
  for (const [kind, drop] of Object.entries(KINDS)) {
    const seed: Parameters<typeof searchFile>[0] = (db) => {
      insertSession(db, 's');
      for (const index of ['messages_fts', 'messages_fts_trigram']) {
        if (!drop.includes(`${index};`)) continue;
        for (const event of ['insert', 'update', 'delete'])
          db.exec(`DROP TRIGGER ${index}_${event}`);
      }
      db.exec(drop);
    };
    files.set(kind, searchFile(seed, { after: (cleanUp) => cleanUps.push(cleanUp) }));
  }
});
afterAll(() => cleanUps.forEach((cleanUp) => cleanUp()));

/** Not only what the language itself uses up. */
function isText(copied: string): boolean {
  return /[^\s()*"]/.test(copied) && !/\b(?:AND|OR|NOT)\b/i.test(copied);
}

/** So many messages at most lie in each store. */
const BACKGROUND = 60;

function expectFound(copied: string, whole: string, how: Form, query: string): void {
  const stored = [...files].map(([kind, file]) => ({ kind, file, id: store(file, whole, how) }));
  const found = stored.map(({ kind, file, id }) => {
    return { kind, id, all: ids(file, query, {}, 'NEWEST', 1000) };
  });
  for (const { file, id } of stored) {
    file.db.prepare('DELETE FROM messages WHERE id < ?').run(id - BACKGROUND);
  }
  for (const { kind, id, all } of found) {
    expect(all, `${JSON.stringify(copied)} of a ${how} message by ${kind}`).toContain(id);
    expect(all, `by ${kind} as by reading`).toEqual(found.at(-1)?.all);
  }
}

describe('text copied from a message finds it, by any index and by none', () => {
  it('as it is', () => {
    fc.assert(
      fc.property(stretch, ({ whole, how, copied }) => {
        fc.pre(!copied.includes('"') && copied.length <= MAX_QUERY_LENGTH && isText(copied));
        expectFound(copied, whole, how, copied);
      }),
      { numRuns: 150 },
    );
  });

  it('signs that the JSON of tool calls ends with too', () => {
    for (const sign of [']', '}', '}]']) {
      expectFound(sign, `an array ${sign} of it`, 'plain', sign);
      expectFound(sign, 'ls', 'call', sign);
    }
  });

  it('as a phrase', () => {
    fc.assert(
      fc.property(stretch, ({ whole, how, copied }) => {
        fc.pre(!copied.includes('"'));
        expectFound(copied, whole, how, `"${copied}"`);
      }),
      { numRuns: 120 },
    );
  });

  it('in capitals', () => {
    // In JSON a letter beyond ASCII has another escape for each case; not every mixture is tried.
    const escapedLetter = /(?=[^\0-\u007f])\p{Cased}/u;
    for (const { db } of files.values()) db.exec('DELETE FROM messages');
    fc.assert(
      fc.property(stretch, ({ whole, how, copied }) => {
        fc.pre(!/["ßﬁ]/.test(copied) && isText(copied));
        fc.pre(how === 'plain' || !escapedLetter.test(whole));
        expectFound(copied, whole, how, copied.toUpperCase());
      }),
      { numRuns: 150 },
    );
  });
});
