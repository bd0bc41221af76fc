import { createHash } from 'node:crypto';
import { Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { exampleTabs } from '../../src/server/index.js';
import { send, startStub } from './stub.js';

const AS_BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

/** The page without what is inside its one script and its one style sheet. */
function skeleton(html: string): { markup: string; style: string; script: string } {
  const [, before, style, between, script, after] =
    /^([^]*?<style>)([^]*?)(<\/style>[^]*?<script>)([^]*)(<\/script>[^]*)$/.exec(html)!;
  return { markup: before! + between! + after!, style: style!, script: script! };
}

test('the page loads nothing: no script, link, image or frame has an address', async () => {
  const server = await startStub();
  const page = await send(server, AS_BROWSER);
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  const { markup, style } = skeleton(page.text);
  expect(markup).not.toMatch(/\bsrc\s*=|<(iframe|img|object|embed|base|meta http-equiv)/i);
  expect(markup.match(/<script/g)).toHaveLength(1);
  const links = [...markup.matchAll(/href="([^"]{0,30})/g)].map(([, href]) => href);
  expect(links).toEqual(['data:image/x-icon;base64,AAABA']);
  expect(style).not.toMatch(/@import|url\(\s*["']?(?!["']?data:)/);
});

test('the policy forbids what the script might try: only this host can be asked', async () => {
  const server = await startStub();
  const page = await send(server, AS_BROWSER);
  const hash = createHash('sha256').update(skeleton(page.text).script).digest('base64');
  expect(String(page.headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'font-src data:',
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});

test('it is ours, opens with the tabs it was given, and keeps no header', async () => {
  const server = await startStub({ graphiqlTabs: ['query Mine { hello }'] });
  const { markup, script } = skeleton((await send(server, AS_BROWSER)).text);
  expect(markup).toContain('<title>hermes-graphql</title>');
  const options = JSON.parse(/YogaGraphiQL\.renderYogaGraphiQL\([^{]*({.*}),/.exec(script)![1]!);
  expect(options).toMatchObject({
    title: 'hermes-graphql',
    endpoint: '/graphql',
    defaultTabs: [{ query: 'query Mine { hello }' }],
    shouldPersistHeaders: false,
    additionalHeaders: { 'x-hermes-graphql': '1' },
  });
});

test('the example tabs are GraphQL, each with a name of its own', () => {
  const names = exampleTabs.map((query) => {
    const [operation] = parse(query).definitions;
    return operation?.kind === Kind.OPERATION_DEFINITION ? operation.name?.value : undefined;
  });
  expect(names.every((name) => name !== undefined)).toBe(true);
  expect(new Set(names).size).toBe(exampleTabs.length);
});

test('a query in the address is shown and never run', async () => {
  const server = await startStub({
    fields: {
      hello: () => {
        throw new Error('ran');
      },
    },
  });
  const page = await send(server, { ...AS_BROWSER, path: '/graphql?query={hello}' });
  expect(page.status).toBe(200);
  expect(page.text).toContain('<title>hermes-graphql</title>');
  expect(server.contexts).toHaveLength(0);
});

test('the page is for browsers: a program that asks for JSON gets JSON', async () => {
  const server = await startStub();
  const answer = await send(server, {
    path: '/graphql?query={hello}',
    headers: { accept: 'application/json' },
  });
  expect(answer.json()).toEqual({ data: { hello: 'world' } });
});

test('the front page leads to it', async () => {
  const server = await startStub();
  const answer = await send(server, { path: '/', ...AS_BROWSER });
  expect(answer.status).toBe(303);
  expect(answer.headers['location']).toBe('/graphql');
});
