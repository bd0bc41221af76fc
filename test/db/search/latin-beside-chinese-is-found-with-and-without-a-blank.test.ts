import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { hits, ids, searchFile, total } from './support.js';

const TEXTS = [
  'docker镜像',
  'docker 镜像',
  '用docker部署',
  '用 docker 部署',
  '用 docker部署',
  'docker  镜像',
  'docker and 镜像',
  '2026 年',
];

function file(drop: readonly string[] = []) {
  return searchFile((db) => {
    insertSession(db, 'a');
    for (const text of TEXTS) insertMessage(db, 'a', 'user', text);
    const calls = [{ function: { name: 'x', arguments: '{"q":"docker \\u955c\\u50cf"}' } }];
    insertMessage(db, 'a', 'assistant', null, { tool_calls: JSON.stringify(calls) });
    for (const table of drop) db.exec(`DROP TABLE ${table}`);
  });
}

describe.each<[string, string[]]>([
  ['by both indexes', []],
  ['by the index of words', ['messages_fts_trigram']],
  ['by reading', ['messages_fts', 'messages_fts_trigram']],
])('a query typed without a blank, %s', (_, drop) => {
  it.each([
    ['docker镜像', [1, 2, 9]],
    ['DOCKER镜像', [1, 2, 9]],
    ['用docker部署', [3, 4, 5]],
    ['"docker镜像"', [1]],
    ['"用docker部署"', [3]],
    ['docker镜像 NOT 用docker部署', [1, 2, 9]],
    ['docker镜像 OR 用docker部署', [1, 2, 3, 4, 5, 9]],
    ['2026年', []],
  ])('%s', (query, expected) => {
    const searched = file(drop);
    expect(ids(searched, query, {}, 'OLDEST')).toEqual(expected);
    expect(ids(searched, query).sort((a, b) => a - b)).toEqual(expected);
    expect(total(searched, query)).toBe(expected.length);
  });
});

it('both are ranked, and the whole is marked', () => {
  const found = hits(file(), 'docker镜像').filter(({ rank }) => rank !== null);
  expect(found.map(({ message }) => message.id).sort()).toEqual([1, 2]);
  expect(found.map(({ snippet }) => snippet).sort()).toEqual([
    '>>>docker 镜像<<<',
    '>>>docker镜像<<<',
  ]);
});

it.each([
  ['docker镜像', 1],
  ['a部b署c', 1],
  ['3月', 0],
  ['第12章', 0],
  ['C语', 0],
  ['部署', 0],
  ['"docker镜像"', 0],
])('%s may have %i blanks put in', (query, loose) => {
  const tree = parseSearchQuery(query);
  expect('loose' in tree ? 1 : 0).toBe(loose);
});

it('a quoted phrase of a common word and rare Chinese does not read what has the word', () => {
  const searched = searchFile((db) => {
    insertSession(db, 'a');
    db.transaction(() => {
      for (let n = 0; n < 3000; n += 1) insertMessage(db, 'a', 'user', `docker ${n}`);
      insertMessage(db, 'a', 'user', 'docker\n镜像');
    })();
  });
  const read: number[] = [];
  const all = searched.sql.all.bind(searched.sql);
  searched.sql.all = (statement, ...values) => {
    const rows = all(statement, ...values);
    if (statement.includes('AS tool_calls')) read.push(rows.length);
    return rows;
  };
  expect(ids(searched, '"docker 镜像"')).toEqual([3001]);
  expect(read.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(20);
});
