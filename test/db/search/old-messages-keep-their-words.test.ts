import { describe, expect, it } from 'vitest';
import { MAX_DOUBTS, NEWEST_DOUBTED } from '../../../src/db/sqlite/search/few.js';
import { RARE_RUN } from '../../../src/db/sqlite/search/rare-runs.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { ids, pagedIds, searchFile, total, type SearchFile } from './support.js';

const ORDERS = ['NEWEST', 'OLDEST', 'RELEVANCE'] as const;
/** Ids from here on are the newest, for the bounds of searches count by id. */
const NEW = NEWEST_DOUBTED + 1000;

/** Old messages in a session of their own, ids from 1 on; then as often as said a newer text. */
function aged(old: readonly (string | null)[], newer: string, times: number): SearchFile {
  return searchFile((db) => {
    insertSession(db, 'old', { source: 'telegram' });
    insertSession(db, 'new', { source: 'cli' });
    db.transaction(() => {
      for (const one of old) insertMessage(db, 'old', 'user', one);
      insertMessage(db, 'new', 'user', newer, { id: NEW });
      for (let n = 1; n < times; n += 1) insertMessage(db, 'new', 'user', newer);
    })();
  });
}

/** Gives a message a tool call, written as Hermes does: JSON of ASCII alone, in JSON. */
function call({ db }: SearchFile, id: number, command: string): void {
  const ascii = (value: unknown) =>
    JSON.stringify(value).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  const calls = ascii([{ function: { name: 'terminal', arguments: ascii({ command }) } }]);
  db.prepare('UPDATE messages SET tool_calls = ? WHERE id = ?').run(calls, id);
}

describe('a word whose runs are common', () => {
  const RUNS = RARE_RUN + 1;

  it('is found in any message, glued to Chinese or not', () => {
    const file = aged(['the dock', '用dock部署', 'dock too', 'docks'], 'doc rock', RUNS);
    const newest = insertMessage(file.db, 'new', 'user', '用dock部署');
    for (const order of ORDERS) {
      expect(ids(file, 'dock', {}, order).sort((a, b) => a - b)).toEqual([1, 2, 3, newest]);
    }
    expect(total(file, 'dock')).toBe(4);
    expect(pagedIds(file, 'dock', 'NEWEST', 2)).toEqual([newest, 3, 2, 1]);
    expect(ids(file, 'dock NOT too', {}, 'OLDEST')).toEqual([1, 2, newest]);
  });

  it.each(['a\ndock b', 'say “dock” now', 'x—dock', '→dock', '│dock', '🚀dock', 'a\bdock'])(
    'is found in an old tool call: %j',
    (command) => {
      const file = aged([null], 'doc rock', RUNS);
      call(file, 1, command);
      const newest = insertMessage(file.db, 'new', 'user', 'dock');
      for (const query of ['dock', 'doc* NOT rock']) {
        expect(ids(file, query, {}, 'NEWEST')).toEqual([newest, 1]);
      }
    },
  );
});

describe('a word in very many messages', () => {
  const MANY = MAX_DOUBTS + 1;

  it.each([
    ['a\ndocker ps', 'docker'],
    ['a\ndocker ps', 'docke*'],
    ['a\ndocker ps', '"docker ps"'],
    ['sudo\ndocker\nrun it', '"docker run"'],
    ['say “docker” now', 'docker'],
    ['up —docker— down', 'docker'],
    ['✅\ufe0fdocker', 'docker'],
    ['see docker', 'docker'],
    ['a\nfür b', 'für'],
    ['Gerät für uns', 'für'],
  ])('is found in an old tool call: %j by %s', (command, query) => {
    const file = aged([null], 'docker run or docker ps für uns', MANY);
    call(file, 1, command);
    for (const order of ['OLDEST', 'RELEVANCE'] as const) {
      expect(ids(file, query, { sources: ['telegram'] }, order)).toEqual([1]);
    }
    expect(ids(file, query, {}, 'OLDEST')[0]).toBe(1);
    expect(total(file, query)).toBe(MANY + 1);
  });

  it('is not found where only a longer word holds it', () => {
    const file = aged([null], 'docker', MANY);
    call(file, 1, 'a\ndockerfile');
    expect(ids(file, 'docker', { sources: ['telegram'] })).toEqual([]);
    expect(total(file, 'docker')).toBe(MANY);
  });
});

describe('letters that have no small form of their own', () => {
  it.each([
    ['耗时100µ秒', 'µ秒'],
    ['ςが', 'ςが'],
    ['ΣΑΣ日', 'ς日'],
  ])('%s is found by %s with and without an index of runs', (text, query) => {
    for (const table of [null, 'messages_fts_trigram']) {
      const file = searchFile((db) => {
        insertSession(db, 'a');
        insertMessage(db, 'a', 'user', text);
        if (table !== null) db.exec(`DROP TABLE ${table}`);
      });
      expect(ids(file, query)).toEqual([1]);
    }
  });

  it('but are many bytes each are passed by whole', () => {
    const file = searchFile((db) => {
      insertSession(db, 'a');
      for (const text of ['x', '𝗗𝗲𝗽𝗹𝗼𝘆 now', '𝗗𝗲𝗽𝗹']) insertMessage(db, 'a', 'user', text);
    });
    expect(ids(file, '𝗗𝗲𝗽𝗹')).toEqual([3]);
    expect(ids(file, '𝗗𝗲𝗽𝗹*', {}, 'OLDEST')).toEqual([2, 3]);
    expect(ids(file, 'x OR 𝗗')).toEqual([1]);
  });
});

it('a path with backslashes and Chinese is found in JSON that escapes only what it must', () => {
  const path = String.raw`C:\用户\文档`;
  const inJson = JSON.stringify([
    { function: { name: 'x', arguments: JSON.stringify({ command: path }) } },
  ]);
  const file = searchFile((db) => {
    insertSession(db, 'a');
    insertMessage(db, 'a', 'assistant', null, { tool_calls: inJson });
    insertMessage(db, 'a', 'user', path);
  });
  expect(ids(file, path, {}, 'OLDEST')).toEqual([1, 2]);
});
