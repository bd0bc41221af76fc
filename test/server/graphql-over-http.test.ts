import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { startStub, TOKEN } from './stub.js';

const audits = serverAudits({ url: 'http://replaced', fetchFn: fetch });

test('there are 61 audits', () => {
  expect(audits).toHaveLength(61);
});

describe('the rules of GraphQL over HTTP hold on a server that listens', () => {
  test.each(audits.map(({ id, name }) => ({ id, name })))('$id $name', async ({ id }) => {
    const server = await startStub();
    const withToken = (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${TOKEN}`);
      return fetch(url, { ...init, headers });
    };
    const audit = serverAudits({ url: `${server.url}/graphql`, fetchFn: withToken }).find(
      (candidate) => candidate.id === id,
    );
    const result = await audit!.fn();
    expect(result).toMatchObject({ status: 'ok' });
  });
});
