import { describe, expect, it } from 'vitest';
import { insertMessage, insertSession } from '../../support/rows.js';
import { hits, ids, searchFile, total, type SearchFile } from './support.js';

const apart = (text: string) => text.normalize('NFD');

function withIndexes(dropped: readonly string[], ...texts: string[]): SearchFile {
  return searchFile((db) => {
    for (const index of dropped) {
      for (const event of ['insert', 'update', 'delete']) db.exec(`DROP TRIGGER ${index}_${event}`);
      db.exec(`DROP TABLE ${index}`);
    }
    insertSession(db, 's');
    for (const text of texts) insertMessage(db, 's', 'user', text);
  });
}

/** Found by the indexes and by reading alike. */
function found(query: string, ...texts: string[]): number[] {
  const [indexed, read] = [[], ['messages_fts', 'messages_fts_trigram']].map((dropped) => {
    const file = withIndexes(dropped, ...texts);
    const all = ids(file, query, {}, 'OLDEST');
    expect(total(file, query)).toBe(all.length);
    expect(ids(file, query).sort()).toEqual(all);
    return all;
  });
  expect(indexed).toEqual(read);
  return indexed ?? [];
}

describe('letters composed and letters taken apart, as file names of a Mac are, are the same', () => {
  it.each([
    ['これはがぎぐげごです', 'がぎぐ'],
    ['が', 'が'],
    ['ファイル名：プログラム.txt', 'プログラム'],
    ['안녕하세요 세계', '안녕하세요'],
    ['한', '한'],
    ['Tiếng Việt', 'Tiếng Việt'],
    ['Tiếng Việt', '"tiếng việt"'],
    ['мой файл', 'мой'],
    ['Ελληνικά', 'Ελληνικά'],
    ['größe', 'größe'],
    ['去café喝咖啡', 'café'],
    ['见Việt Nam', 'Việt'],
  ])('%s by %s', (text, query) => {
    for (const stored of [text, apart(text)]) {
      for (const typed of [query, apart(query)]) expect(found(typed, stored, 'other')).toEqual([1]);
    }
  });

  it('but another letter is another', () => {
    expect(found('мой', 'мои', 'мой', apart('мой'))).toEqual([2, 3]);
    expect(found('가', '각', apart('각'), '가', apart('가'))).toEqual([3, 4]);
  });

  it('what is marked is what stands in the text', () => {
    const file = withIndexes([], apart('これはがぎぐげごです'), apart('мой файл'));
    expect(hits(file, 'がぎぐ')[0]?.snippet).toBe(
      `これは>>>${apart('がぎぐ')}<<<${apart('げごです')}`,
    );
    expect(hits(file, 'мой')[0]?.snippet).toBe(`>>>${apart('мой')}<<< ${apart('файл')}`);
  });
});

describe('the dotted capital İ is an i', () => {
  it.each([
    ['İstanbul 数据', 'İstanbul 数据'],
    ['İzmir 👍', 'İzmir 👍'],
    ['İstanbul', 'istanbul'],
    ['istanbul', 'İSTANBUL'],
    ['\0json:[{"type": "text", "text": "\\u0130stanbul gezisi"}]', 'İstanbul'],
  ])('%s by %s', (text, query) => expect(found(query, text, 'other')).toEqual([1]));
});

describe('an accent that is typed need not stand inside Chinese text', () => {
  it.each(['去cafe喝咖啡', '去café喝咖啡', '去CAFÉ喝咖啡'])('café finds %s', (text) => {
    expect(found('café', text, 'other')).toEqual([1]);
  });
});

describe('a picture is found with its mark and without', () => {
  it.each([
    ['a ❤ b', '❤️'],
    ['a ❤️ b', '❤'],
    ['⚠️ 注意事项', '"⚠ 注意事项"'],
    ['⚠ 注意事项', '"⚠️ 注意事项"'],
  ])('%s by %s', (text, query) => expect(found(query, text, 'other')).toEqual([1]));
});

describe('a blank in a phrase of Chinese is any blanks', () => {
  it.each([
    ['担当は山田　太郎です', '"山田　太郎"'],
    ['担当は山田　太郎です', '"山田 太郎"'],
    ['你好\n世界', '"你好 世界"'],
    ['你好  世界', '"你好 世界"'],
    ['价格：100\u00a0元整', '"100\u00a0元"'],
    ['use docker\r\n部署 now', '"docker 部署"'],
    ['数据库迁移\n\n失败原因', '"数据库迁移 失败原因"'],
    ['\0json:[{"type": "text", "text": "\\u4f60\\u597d\\n\\u4e16\\u754c"}]', '"你好 世界"'],
  ])('%j by %s', (text, query) => expect(found(query, text, 'other')).toEqual([1]));

  it('and is there', () => {
    expect(found('"山田 太郎"', '山田太郎', '太郎 山田', '山田、太郎')).toEqual([]);
  });
});

describe('a last word of one letter may go on', () => {
  it.each([
    ['call foo_bar now', 'foo_b*'],
    ['see gateway/run.py', 'gateway/r*'],
    ['version v2.10 out', 'v2.1*'],
    ['docker compose up', '"docker c"*'],
    ['用docker compose部署', '"docker c"*'],
  ])('%s by %s', (text, query) => {
    expect(found(query, text, 'foo gateway v2 docker', 'bar run compose')).toEqual([1]);
  });

  it('beside other words, and left out', () => {
    const texts = ['foo_bar one', 'foo_bar two', 'foo_qux one', 'one'];
    expect(found('one foo_b*', ...texts)).toEqual([1]);
    expect(found('one NOT foo_b*', ...texts)).toEqual([3, 4]);
    expect(found('foo_b* OR two', ...texts)).toEqual([1, 2]);
  });
});

it('a phrase may begin in a text and end in the name of the tool, as the index has it', () => {
  for (const dropped of [[], ['messages_fts'], ['messages_fts', 'messages_fts_trigram']]) {
    const file = withIndexes(dropped, 'other');
    insertMessage(file.db, 's', 'tool', 'all done', { tool_name: 'terminal' });
    expect(hits(file, '"done terminal"').map(({ snippet }) => snippet)).toEqual([
      'all >>>done terminal<<<',
    ]);
  }
});
