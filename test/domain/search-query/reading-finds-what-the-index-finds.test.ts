import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finderOf } from '../../../src/domain/search-query/matcher.js';
import { escapedForms, unescapeJson } from '../../../src/domain/search-query/escapes.js';
import { wordsOf } from '../../../src/domain/search-query/words.js';
import { dumpPythonJson } from '../../../src/domain/python-json.js';

function indexOf(tokenize: string, texts: readonly string[]) {
  const db = new Database(':memory:');
  db.exec(
    `CREATE VIRTUAL TABLE t USING fts5(c${tokenize}); CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)`,
  );
  const insert = db.prepare('INSERT INTO t (rowid, c) VALUES (?, ?)');
  db.transaction(() => texts.forEach((text, id) => insert.run(id + 1, text)))();
  return db;
}

/** The words of each text as SQLite's tokenizer makes them. */
function sqliteWords(texts: readonly string[]): string[][] {
  const words = texts.map((): string[] => []);
  const rows = indexOf('', texts).prepare('SELECT doc, offset, term FROM v').all();
  for (const row of rows as { doc: number; offset: number; term: string }[]) {
    const of = words[row.doc - 1];
    if (of !== undefined) of[row.offset] = row.term;
  }
  return words;
}

const LETTERS = Array.from({ length: 0x3000 }, (_, code) => code).filter(
  (code) => code > 0 && /\p{Assigned}/u.test(String.fromCharCode(code)),
);

describe('words', () => {
  it('of Latin, Greek, Cyrillic, Arabic, Hebrew and Indian letters are those of the index', () => {
    const texts = LETTERS.map((code) => `a${String.fromCharCode(code)}b`);
    const theirs = sqliteWords(texts);
    const different = texts.filter((text, id) => wordsOf(text).length !== theirs[id]?.length);
    // Newer letters and signs than SQLite's tables know, which it takes for letters.
    expect(
      different.filter(
        (text) =>
          !/[\p{M}\p{So}\p{Po}\p{Sc}\p{Sk}\p{Sm}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Cf}]/u.test(text),
      ).length,
    ).toBeLessThanOrEqual(25);
    expect(different.filter((text) => /^a[\u00a1-\u024f]b$/.test(text))).toEqual([]);
  });

  it('lose the accents that the index takes away, and keep the others', () => {
    const letters = LETTERS.filter((code) => code >= 0xc0 && code < 0x250)
      .map((code) => String.fromCharCode(code))
      .filter((letter) => /\p{L}/u.test(letter));
    const theirs = sqliteWords(letters);
    const different = letters.filter((letter, id) => wordsOf(letter)[0] !== theirs[id]?.[0]);
    expect(different).toEqual([]);
  });
});

function statements(tokenize: string) {
  const db = indexOf(tokenize, []);
  return {
    insert: db.prepare('INSERT INTO t (rowid, c) VALUES (?, ?)'),
    find: db.prepare('SELECT 1 FROM t WHERE t MATCH ? AND rowid = ?'),
  };
}

const piece = fc.constantFrom(
  'docker',
  'Dock',
  'ÉCOLE',
  'café',
  'cafe\u0301',
  'naïve',
  'x',
  'I',
  'foo_bar',
  '3.14',
  'Straße',
  'Ünder',
  'Việt',
  'Ελληνικά',
  'Кириллица',
  'a',
  '½',
  'ſ',
  'K',
);
const glue = fc.constantFrom(' ', '-', '.', '/', '', ', ', '\n', '_');
const text = fc
  .array(fc.tuple(piece, glue), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.flat().join(''));

describe('a term', () => {
  it('is found in a text where the index of words finds it', () => {
    const { insert, find } = statements('');
    let id = 0;
    fc.assert(
      fc.property(text, text, fc.boolean(), (document, words, prefix) => {
        insert.run(++id, document);
        const query = `"${words.replaceAll('"', '""')}"${prefix ? ' *' : ''}`;
        const theirs = find.get(query, BigInt(id)) !== undefined;
        const span = finderOf({ kind: 'words', text: words, prefix })(document, 0);
        expect(span !== null, `${JSON.stringify(words)} in ${JSON.stringify(document)}`).toBe(
          theirs,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('is found as a run where the index of runs finds it', () => {
    const { insert, find } = statements(`, tokenize='trigram'`);
    let id = 0;
    fc.assert(
      fc.property(text, text, (document, run) => {
        fc.pre(Array.from(run).length >= 3);
        // Any blanks are one, and a run is found as it is typed, composed, and in a composed text.
        const inText = document.replace(/\s+/g, ' ');
        const of = run.replace(/\s+/g, ' ');
        const theirs = (form: string, stored: string) => {
          insert.run(++id, stored);
          return find.get(`"${form}"`, BigInt(id)) !== undefined;
        };
        const composed = of.normalize('NFC');
        expect(finderOf({ kind: 'text', text: of })(document, 0) !== null).toBe(
          theirs(of, inText) ||
            theirs(composed, inText) ||
            theirs(composed, inText.normalize('NFC')),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('JSON', () => {
  it('escapes are read and written as Python does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (original) => {
        const once = dumpPythonJson(original).slice(1, -1);
        expect(unescapeJson(once)).toBe(original);
        const forms = escapedForms(original);
        if (once !== original) expect(forms).toContain(once);
        else expect(forms).not.toContain(original);
      }),
    );
  });
});
