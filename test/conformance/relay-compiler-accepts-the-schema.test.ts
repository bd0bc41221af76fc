import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ask } from '../support/api.js';
import { insertMessage, insertSession, openTestStore, temporaryFolder } from '../support/store.js';

const require = createRequire(import.meta.url);
const compiler = require.resolve('relay-compiler/cli.js');
const pages = fileURLToPath(new URL('./relay', import.meta.url));
const printed = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');

/** Compiles the sample pages against a schema; rejects with what the compiler says. */
async function compile(schema: string): Promise<string> {
  const folder = temporaryFolder();
  cpSync(pages, join(folder, 'pages'), { recursive: true });
  mkdirSync(join(folder, 'out'));
  writeFileSync(join(folder, 'schema.graphql'), schema);
  const config = {
    src: 'pages',
    schema: 'schema.graphql',
    artifactDirectory: 'out',
    language: 'javascript',
    eagerEsModules: false,
  };
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config));
  const options = ['--noWatchman', '--output', 'quiet-with-errors', 'relay.config.json'];
  await promisify(execFile)(process.execPath, [compiler, ...options], { cwd: folder });
  return join(folder, 'out');
}

/** The query that Relay would send for a compiled operation. */
function textOf(out: string, operation: string): string {
  const artifact: unknown = require(join(out, `${operation}.graphql.js`));
  return Object(artifact).params.text;
}

test('connections both ways and refetchable fragments on Query and every node', async () => {
  const out = await compile(printed);
  expect(readdirSync(out).filter((name) => /(Query|Mutation)\./.test(name))).toEqual([
    'sessionPageChatPaginationQuery.graphql.js',
    'sessionPageEndMutation.graphql.js',
    'sessionPageMessageRefetchQuery.graphql.js',
    'sessionPagePaginationQuery.graphql.js',
    'sessionPageQuery.graphql.js',
    'sessionPageRowRefetchQuery.graphql.js',
    'sessionPageTranscriptPaginationQuery.graphql.js',
  ]);
});

test('what it compiled is answered: a page, and a session again by its global id', async () => {
  const out = await compile(printed);
  const store = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { title: 'First' });
      insertMessage(db, 'a', 'user', 'hello');
    },
  });
  const page = await ask(store, textOf(out, 'sessionPagePaginationQuery'), { first: 1 });
  expect(page.errors).toEqual([]);
  const { id, ...row } = page.data.sessions.edges[0].node;
  expect(row).toMatchObject({ __typename: 'Session', sessionId: 'a', title: 'First' });

  const again = await ask(store, textOf(out, 'sessionPageRowRefetchQuery'), { id });
  expect(again.errors).toEqual([]);
  expect(again.data.node).toMatchObject({ __typename: 'Session', id, title: 'First' });

  const more = await ask(store, textOf(out, 'sessionPageTranscriptPaginationQuery'), { id });
  expect(more.errors).toEqual([]);
  expect(more.data.node.messages.edges[0].node).toMatchObject({ role: 'user', content: 'hello' });
});

test.each([
  ['without hasNextPage', /hasNextPage: Boolean!/, ''],
  ['without cursors', /cursor: String!/g, ''],
  ['without node(id:)', / {2}node\([^)]*\): Node/, ''],
])('a schema %s is refused: the compiler does look', async (_name, pattern, replacement) => {
  expect(printed).toMatch(pattern);
  await expect(compile(printed.replace(pattern, replacement))).rejects.toThrow();
});
