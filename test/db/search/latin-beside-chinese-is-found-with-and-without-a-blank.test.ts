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

/** As Hermes writes a tool call: JSON of ASCII alone, in JSON. */
function call(command: string, isAscii: boolean) {
  const written = (value: unknown) =>
    JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) =>
      isAscii ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit,
    );
  return written([{ function: { name: 'x', arguments: written({ command }) } }]);
}

it.each([
  ['docker한국', { content: 'docker 한국'.normalize('NFD') }],
  ['café镜像', { content: 'café 镜像'.normalize('NFD') }],
  ['café镜像'.normalize('NFD'), { content: 'café 镜像' }],
  ['支持4K视频', { tool_calls: call('支持 4K 视频', true) }],
  ['用2fa', { tool_calls: call('用 2fa', true) }],
  [String.raw`c:\docker镜像`, { tool_calls: call(String.raw`c:\docker 镜像`, false) }],
  ['x가'.normalize('NFD'), { content: 'x가' }],
])('%s is found in another form, by any way', (query, columns) => {
  for (const drop of [[], ['messages_fts_trigram'], ['messages_fts', 'messages_fts_trigram']]) {
    const searched = searchFile((db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'assistant', null, columns);
      insertMessage(db, 'a', 'user', 'docker and 镜像, x 가');
      for (const table of drop) db.exec(`DROP TABLE ${table}`);
    });
    expect(ids(searched, query)).toEqual([1]);
  }
});

it('what matches by the blank is ranked beside other terms too', () => {
  const searched = searchFile((db) => {
    insertSession(db, 'a');
    for (const text of ['docker 镜像 foo', 'docker镜像 foo', 'foo docker 镜像 docker 镜像']) {
      insertMessage(db, 'a', 'user', text);
    }
  });
  for (const query of ['docker镜像 foo', 'docker镜像 OR zzz', 'docker镜像 NOT zzz']) {
    const found = hits(searched, query);
    expect(found.map(({ message }) => message.id).sort()).toEqual([1, 2, 3]);
    expect(found.filter(({ rank }) => rank === null)).toEqual([]);
  }
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
