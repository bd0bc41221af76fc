import { describe, expect, it } from 'vitest';
import { RANKED_MATCHES } from '../../../src/domain/search.js';
import { MAX_DOUBTS, NEWEST_DOUBTED } from '../../../src/db/sqlite/search/few.js';
import { RARE_RUN } from '../../../src/db/sqlite/search/rare-runs.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { hits, ids, pagedIds, searchFile, total } from './support.js';

function filled(count: number, text: string, ...first: string[]) {
  return searchFile((db) => {
    insertSession(db, 'a');
    db.transaction(() => {
      for (const one of first) insertMessage(db, 'a', 'user', one);
      for (let n = 0; n < count; n += 1) insertMessage(db, 'a', 'user', text);
    })();
  });
}

describe('ranking', () => {
  it('covers the newest matches, and older ones follow unranked, newest first', () => {
    const file = filled(RANKED_MATCHES + 10, 'needle');
    const all = pagedIds(file, 'needle', 'RELEVANCE', 200);
    expect(all).toHaveLength(RANKED_MATCHES + 10);
    expect(new Set(all).size).toBe(all.length);
    expect(all.slice(0, 3)).toEqual([11, 12, 13]);
    expect(all.slice(-10)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(total(file, 'needle')).toBe(RANKED_MATCHES + 10);
  });

  it('is null where no index ranks a match', () => {
    const file = filled(1, 'needle', '用needle部署');
    expect(hits(file, 'needle').map(({ message, rank }) => [message.id, rank === null])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect(hits(file, 'needle', {}, 'NEWEST').map(({ rank }) => rank)).toEqual([null, null]);
  });
});

describe('a word inside Chinese text', () => {
  it.each([
    ['用dock部署', 'dock'],
    ['dock部署', 'dock'],
    ['用dock', 'dock'],
    ['用ls部署', 'ls'],
    ['用C语言', 'C'],
    ['完成🤖dock🤖', 'dock'],
    ['用docker-compose部署', '"docker compose"'],
    ['用dock部署', 'doc*'],
    ['部署docker 和 compose', 'docker compose'],
  ])('%s is found by %s', (text, query) => {
    expect(ids(filled(3, 'something else', text), query)).toEqual([1]);
  });

  it('is found in any message, where it is not part of many words', () => {
    expect(ids(filled(NEWEST_DOUBTED + 100, 'else', '用dock部署'), 'dock')).toEqual([1]);
  });

  it('is found in any message, where only its parts are in many words', () => {
    expect(ids(filled(NEWEST_DOUBTED + 100, 'doc rock', '用dock部署'), 'dock')).toEqual([1]);
  });

  it('is found in any message, where a part of it is in few words', () => {
    const texts = ['用dock部署', ...Array.from({ length: RARE_RUN - 1 }, () => 'ocks')];
    expect(ids(filled(NEWEST_DOUBTED + 100, 'doc', ...texts), 'dock')).toEqual([1]);
    expect(ids(filled(NEWEST_DOUBTED + 100, 'doc', ...texts, 'ocks'), 'dock')).toEqual([1]);
  });

  it('is found among the newest messages, where it is part of very many words', () => {
    const many = NEWEST_DOUBTED + 100;
    expect(many).toBeGreaterThan(MAX_DOUBTS);
    const file = filled(many, 'the dockerfile', '用dock部署');
    expect(ids(file, 'dock')).toEqual([]);
    expect(total(file, 'dock')).toBe(0);
    const newest = insertMessage(file.db, 'a', 'user', '用dock部署');
    for (const order of ['NEWEST', 'RELEVANCE', 'OLDEST'] as const) {
      expect(ids(file, 'dock', {}, order)).toEqual([newest]);
    }
    expect(total(file, 'dock')).toBe(1);
  });
});

it('short Chinese words are found at any age', () => {
  const file = filled(3000, 'something else', '记忆断裂了', '断', '断裂');
  expect(ids(file, '断裂', {}, 'NEWEST')).toEqual([3, 1]);
  expect(ids(file, '断', {}, 'NEWEST')).toEqual([3, 2, 1]);
  expect(ids(file, '断裂 NOT 记忆', {}, 'OLDEST')).toEqual([3]);
  expect(total(file, '断')).toBe(3);
});
