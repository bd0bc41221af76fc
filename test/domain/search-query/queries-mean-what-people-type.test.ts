import { describe, expect, it } from 'vitest';
import { BadUserInputError } from '../../../src/domain/errors.js';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import type { SearchTree } from '../../../src/domain/search-query/tree.js';

/** A tree in one line: `[a b]` all, `{a b}` any, `(a - b)` without, `a*` prefix, `~a` any text. */
function shape(tree: SearchTree): string {
  switch (tree.kind) {
    case 'words':
      return tree.text + (tree.prefix ? '*' : '');
    case 'text':
      return `~${tree.text}`;
    case 'and':
      return `[${tree.parts.map(shape).join(' ')}]`;
    case 'or':
      return `{${tree.parts.map(shape).join(' ')}}`;
    case 'not':
      return `(${shape(tree.keep)} - ${shape(tree.drop)})`;
  }
}

const parsed = (query: string) => shape(parseSearchQuery(query));

describe('operators', () => {
  it.each([
    ['docker deployment', '[docker deployment]'],
    ['docker AND deployment', '[docker deployment]'],
    ['docker OR podman', '{docker podman}'],
    ['python NOT java', '(python - java)'],
    ['a1 OR b1 AND c1', '{a1 [b1 c1]}'],
    ['a1 AND b1 NOT c1', '[a1 (b1 - c1)]'],
    ['a1 NOT b1 NOT c1', '((a1 - b1) - c1)'],
    ['one NOT two three', '(one - [two three])'],
    ['one two OR three four', '{[one two] [three four]}'],
    ['(docker OR podman) AND compose', '[{docker podman} compose]'],
    ['(docker OR podman) compose', '[{docker podman} compose]'],
    ['docker NOT (staging OR prod)', '(docker - {staging prod})'],
    ['((docker))', 'docker'],
    ['docker or podman', '[docker or podman]'],
    ['oRange juice', '[oRange juice]'],
    ['"foo" OR "bar"', '{foo bar}'],
    ['"AND"', 'AND'],
  ])('%s', (query, meaning) => expect(parsed(query)).toBe(meaning));
});

describe('NOT leaves out, wherever it stands', () => {
  it.each([
    ['build NOT docker', '(build - docker)'],
    ['build (NOT docker)', '(build - docker)'],
    ['(NOT docker) build', '(build - docker)'],
    ['NOT docker build', '(build - docker)'],
    ['NOT docker build test', '([build test] - docker)'],
    ['NOT docker AND build', '(build - docker)'],
    ['build AND (NOT docker)', '(build - docker)'],
    ['build NOT NOT docker', '(build - docker)'],
    ['build (NOT docker) (NOT podman)', '(build - {docker podman})'],
    ['build NOT (NOT docker)', '[build docker]'],
    ['NOT (NOT docker)', 'docker'],
    ['NOT docker build OR test', '{(build - docker) test}'],
    ['test OR NOT docker build', '{test (build - docker)}'],
    ['build (docker OR NOT test)', '(build - (test - docker))'],
    ['build NOT (docker OR NOT test)', '[build (test - docker)]'],
    ['build NOT', 'build'],
    ['"NOT" docker', '[NOT docker]'],
    ['to be or not to be', '[to be or not]'],
  ])('%s', (query, meaning) => expect(parsed(query)).toBe(meaning));

  it.each([
    'NOT docker',
    'NOT 广西',
    '(NOT docker)',
    'NOT (docker build)',
    'docker OR NOT build',
    'docker OR (NOT build)',
    'NOT docker OR build',
    'NOT docker NOT build',
    'NOT (docker NOT build)',
  ])('%s leaves out without looking for anything, which is refused', (query) => {
    expect(() => parseSearchQuery(query)).toThrow(BadUserInputError);
    expect(() => parseSearchQuery(query)).toThrow(
      'NOT only leaves something out: give at least one word to look for beside it, in each alternative of an OR.',
    );
  });
});

describe('what misses a side or a partner is dropped', () => {
  it.each([
    ['hello AND', 'hello'],
    ['OR world', 'world'],
    ['hello AND OR', 'hello'],
    ['AND AND foo', 'foo'],
    ['foo OR OR bar', '{foo bar}'],
    ['foo AND NOT bar', '(foo - bar)'],
    ['foo (OR) bar', '[foo bar]'],
    ['(docker', 'docker'],
    ['docker)', 'docker'],
    [')docker(compose', '[docker compose]'],
    ['docker () compose', '[docker compose]'],
    ['"unbalanced', 'unbalanced'],
    ['say "hello world" now', '[say hello world now]'],
    ['"a"b"c"', '[a b c]'],
    ['"" foo', 'foo'],
    ['hello and', 'hello'],
    ['and hello', 'hello'],
    ['Not now', 'now'],
    ['or 数据库迁移', '~数据库迁移'],
    ['x1 AND\ny1 OR', '[x1 y1]'],
    ['NEAR(a1 b1, 5)', '[NEAR a1 b1, 5]'],
  ])('%s', (query, meaning) => expect(parsed(query)).toBe(meaning));
});

describe('terms', () => {
  it.each([
    ['chat-send', 'chat-send'],
    ['gateway/run.py', 'gateway/run.py'],
    ["it's", "it's"],
    ['user@host', 'user@host'],
    ['.env', '.env'],
    ['rm -rf', '[rm -rf]'],
    ['foo:bar', 'foo:bar'],
    ['foo - bar', '[foo bar]'],
    ['foo && bar', '[foo bar]'],
    ['x1 < y1', '[x1 y1]'],
    ['deploy*', 'deploy*'],
    ['chat-send*', 'chat-send*'],
    ['"chat send"*', 'chat send*'],
    ['foo**', 'foo*'],
    ['foo*bar', '[foo* bar]'],
    ['* foo', 'foo'],
    ['**bold**', 'bold*'],
    ['a*', 'a'],
    ['x.a*', 'x.a*'],
    ['foo_b*', 'foo_b*'],
    ['"docker c"*', 'docker c*'],
    ['广西', '~广西'],
    ['数据库*', '~数据库'],
    ['修改youer服务端', '~修改youer服务端'],
    ['数据库?', '~数据库'],
    ['「引用」', '~引用'],
    ['"数据库?"', '~数据库?'],
    ['สวัสดี', '~สวัสดี'],
    ['ｆｕｌｌ', 'ｆｕｌｌ'],
    ['🚀 launch', '[~🚀 launch]'],
    ['->', '~->'],
    ['%', '~%'],
    ['foo "->"', '[foo ~->]'],
    ['a1\u0000b1', '[a1 b1]'],
    ['a1\ud800b1', '[a1 b1]'],
    ['foo\u001cbar', '[foo bar]'],
    ['　全角空格　', '~全角空格'],
  ])('%s', (query, meaning) => expect(parsed(query)).toBe(meaning));
});

describe('nothing to look for', () => {
  it.each([
    '',
    '   ',
    '\t\n',
    'AND',
    'and',
    'AND OR NOT',
    '"',
    '""',
    '"" ""',
    '*',
    '***',
    '()',
    ')(',
    '\u0000',
    '"   "',
  ])('%j is refused with a sentence', (query) => {
    expect(() => parseSearchQuery(query)).toThrow(BadUserInputError);
    expect(() => parseSearchQuery(query)).toThrow(/^The search has nothing to look for/);
  });
});
