import { describe, expect, it } from 'vitest';
import { NEWEST_BY_RUNS } from '../../../src/db/sqlite/search/few.js';
import { RARE_RUN } from '../../../src/db/sqlite/search/rare-runs.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { ids, pagedIds, searchFile, total, type SearchFile } from './support.js';

const ORDERS = ['NEWEST', 'OLDEST', 'RELEVANCE'] as const;

/** Old messages, then others that hold each run of `dock`, but not the word, then the newest. */
function aged(old: readonly string[], newest: readonly string[], text = 'doc rock'): SearchFile {
  return searchFile((db) => {
    insertSession(db, 'old', { source: 'telegram' });
    insertSession(db, 'new', { source: 'cli' });
    db.transaction(() => {
      for (const one of old) insertMessage(db, 'old', 'user', one);
      db.prepare(
        `INSERT INTO messages (id, session_id, role, content, timestamp) VALUES (?, 'new', 'user', ?, 1)`,
      ).run(NEWEST_BY_RUNS + 1000, text);
      for (let n = 0; n < RARE_RUN; n += 1) insertMessage(db, 'new', 'user', text);
      for (const one of newest) insertMessage(db, 'new', 'user', one);
    })();
  });
}

const NEWEST = NEWEST_BY_RUNS + 1000 + RARE_RUN + 1;

describe('a word of common runs', () => {
  it('is found in the newest messages also inside Chinese text, in all where it stands alone', () => {
    const file = aged(['the dock', '用dock部署', 'dock too'], ['用dock部署', 'docks']);
    for (const order of ORDERS) {
      expect([...ids(file, 'dock', {}, order)].sort((a, b) => a - b)).toEqual([1, 3, NEWEST]);
    }
    expect(total(file, 'dock')).toBe(3);
  });

  it('is found inside the Chinese text of any message, where it is nowhere else', () => {
    const file = aged(['用dock部署', '去dock了', 'docks'], ['docks']);
    expect(ids(file, 'dock', {}, 'NEWEST')).toEqual([2, 1]);
    expect(ids(file, 'dock', {}, 'OLDEST')).toEqual([1, 2]);
    expect(ids(file, 'dock')).toEqual([2, 1]);
    expect(total(file, 'dock')).toBe(2);
  });

  it('is so where a filter leaves no other message', () => {
    const file = aged(['用dock部署'], ['dock']);
    expect(ids(file, 'dock')).toEqual([NEWEST]);
    expect(ids(file, 'dock', { sources: ['telegram'] })).toEqual([1]);
    expect(total(file, 'dock', { sources: ['telegram'] })).toBe(1);
  });

  it('is found on all pages, where none but old messages hold it', () => {
    const file = aged(
      Array.from({ length: 7 }, () => '用dock部署'),
      [],
    );
    expect(pagedIds(file, 'dock', 'NEWEST', 2)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(pagedIds(file, 'dock', 'OLDEST', 3)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(pagedIds(file, 'dock', 'RELEVANCE', 3)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('is found behind a line break in JSON of any age', () => {
    const file = aged(['the dock', ''], []);
    call(file, 2, 'cd a\ndock b');
    expect(ids(file, 'dock', {}, 'NEWEST')).toEqual([2, 1]);
    expect(total(file, 'dock')).toBe(2);
  });

  it('is not found where only longer words hold it', () => {
    const file = aged(['docks'], ['docks']);
    for (const order of ORDERS) expect(ids(file, 'dock', {}, order)).toEqual([]);
    expect(total(file, 'dock')).toBe(0);
  });
});

it('a word with an accent is found in any message', () => {
  const file = aged(['café', '去café了', ''], ['x'], 'caf afé \\u00e9');
  call(file, 3, 'a café b');
  expect(ids(file, 'café', {}, 'NEWEST')).toEqual([3, 2, 1]);
});

/** Gives a message a tool call, written as Hermes does. */
function call({ db }: SearchFile, id: number, command: string): void {
  const written = JSON.stringify([
    { function: { name: 'x', arguments: JSON.stringify({ command }) } },
  ]);
  const escaped = written.replaceAll('é', '\\u00e9');
  db.prepare('UPDATE messages SET tool_calls = ? WHERE id = ?').run(escaped, id);
}
