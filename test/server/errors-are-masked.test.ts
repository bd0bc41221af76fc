import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  BadUserInputError,
  OverloadedError,
  SearchTimeoutError,
  StoreBusyError,
  StoreUnusableError,
} from '../../src/domain/errors.js';
import { post, send, startStub } from './stub.js';

const CANARY = '/home/someone/.hermes/state.db: SELECT * FROM messages WHERE content = "sk-canary"';

class SqliteError extends Error {
  code = 'SQLITE_CORRUPT';
}

/** Fails the field with `thrown` and answers what the client gets. */
async function failWith(thrown: unknown) {
  const server = await startStub({
    fields: {
      fail: () => {
        throw thrown;
      },
    },
  });
  const answer = await post(server, 'query Named { hello fail }');
  return { answer, log: server.log, faults: server.log.filter(({ event }) => event === 'fault') };
}

describe('what nobody foresaw', () => {
  test.each([
    ['an Error', new Error(CANARY), 'Error', null],
    ['an error of the engine', new SqliteError(CANARY), 'SqliteError', 'SQLITE_CORRUPT'],
    ['a TypeError', new TypeError(CANARY), 'TypeError', null],
    ['an error with a cause', new Error('x', { cause: new Error(CANARY) }), 'Error', null],
    ['a string', CANARY, 'NonErrorThrown', null],
    ['null', null, 'NonErrorThrown', null],
    ['a GraphQLError without a code', new GraphQLError(CANARY), 'GraphQLError', null],
    [
      'a GraphQLError around another',
      new GraphQLError('x', { originalError: new Error(CANARY) }),
      'Error',
      null,
    ],
    [
      'a sentence that names the file',
      new StoreUnusableError(CANARY),
      'StoreUnusableError',
      'STORE_UNUSABLE',
    ],
  ])('is masked: %s', async (_name, thrown, errorClass, code) => {
    const { answer, faults } = await failWith(thrown);
    expect(answer.json()).toEqual({
      data: { hello: 'world', fail: null },
      errors: [
        {
          message: 'Unexpected error.',
          path: ['fail'],
          locations: [{ line: 1, column: 21 }],
          extensions: { code: 'INTERNAL_SERVER_ERROR' },
        },
      ],
    });
    expect(faults).toHaveLength(1);
    if (errorClass !== 'NonErrorThrown') expect(faults[0]).toMatchObject({ errorClass, code });
  });

  test('is logged with places in our own code and with nothing else', async () => {
    const { log } = await failWith(new SqliteError(CANARY));
    expect(log[0]).toEqual({
      event: 'fault',
      errorClass: 'SqliteError',
      code: 'SQLITE_CORRUPT',
      frames: expect.arrayContaining([
        expect.stringMatching(/^test\/server\/errors-are-masked.test.ts:\d+:\d+$/),
      ]),
    });
    expect(log[1]).toMatchObject({
      event: 'request',
      operation: { type: 'query', name: 'Named' },
      codes: ['INTERNAL_SERVER_ERROR'],
    });
    expect(JSON.stringify(log)).not.toMatch(/canary|someone|SELECT|node_modules/);
  });

  test('is masked where the context cannot be made', async () => {
    const server = await startStub({
      createContext: () => {
        throw new Error(CANARY);
      },
    });
    const answer = await post(server, '{ hello }');
    expect(answer.status).toBe(500);
    expect(answer.json()).toEqual({
      errors: [{ message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    });
  });

  test('is masked where a subscription cannot begin, and where it breaks', async () => {
    const server = await startStub();
    const subscription = Object(server.schema.getSubscriptionType()).getFields()['ticks'];
    const headers = { accept: 'text/event-stream' };
    subscription.subscribe = () => Promise.reject(new Error(CANARY));
    const begun = await post(server, 'subscription { ticks }', { headers });
    subscription.subscribe = async function* () {
      yield 1;
      throw await Promise.resolve(new Error(CANARY));
    };
    const broken = await post(server, 'subscription { ticks }', { headers });
    for (const { text } of [begun, broken]) {
      expect(text).toContain('"message":"Unexpected error."');
      expect(text).not.toMatch(/canary/);
    }
    expect(broken.text).toContain('data: {"data":{"ticks":1}}');
    expect(JSON.stringify(server.log)).not.toMatch(/canary/);
  });
});

describe('what was foreseen keeps its sentence and its code', () => {
  test.each([
    [new BadUserInputError('No such cursor: "x".'), 'BAD_USER_INPUT'],
    [new SearchTimeoutError('The search took too long.'), 'SEARCH_TIMEOUT'],
    [new StoreBusyError(20_000), 'STORE_BUSY'],
    [new GraphQLError('Too deep.', { extensions: { code: 'TOO_COMPLEX' } }), 'TOO_COMPLEX'],
  ])('%s', async (thrown, code) => {
    const { answer, log, faults } = await failWith(thrown);
    expect(answer.status).toBe(200);
    expect(answer.json().errors).toEqual([
      expect.objectContaining({ message: thrown.message, path: ['fail'], extensions: { code } }),
    ]);
    expect(faults).toEqual([]);
    expect(log).toMatchObject([{ event: 'request', codes: [code] }]);
  });

  test('too much work is 503 with the time to wait', async () => {
    const { answer } = await failWith(new OverloadedError(2.5));
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('3');
    expect(answer.json().errors).toMatchObject([{ extensions: { code: 'OVERLOADED' } }]);
  });

  test('a mistake that Pothos reports in its own class is the client’s', async () => {
    const thrown = new GraphQLError('Invalid global ID: x');
    thrown.name = 'PothosValidationError';
    const { answer } = await failWith(thrown);
    expect(answer.json().errors).toMatchObject([
      { message: 'Invalid global ID: x', extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });
});

describe('the client’s own mistakes are named', () => {
  test.each([
    ['syntax', '{ hello', {}, 'GRAPHQL_PARSE_FAILED', 'Syntax Error: Expected Name, found <EOF>.'],
    [
      'validation',
      '{ helo }',
      {},
      'GRAPHQL_VALIDATION_FAILED',
      'Cannot query field "helo" on type "Query".',
    ],
    [
      'a value of a scalar',
      '{ picky(value: "bad") }',
      {},
      'GRAPHQL_VALIDATION_FAILED',
      /bad is not good/,
    ],
    [
      'a variable of a scalar',
      'query($v: Picky) { picky(value: $v) }',
      { v: 'bad' },
      'BAD_USER_INPUT',
      /bad is not good/,
    ],
    [
      'a variable of the wrong type',
      'query($v: String!) { echo(text: $v) }',
      { v: 7 },
      'BAD_USER_INPUT',
      /String cannot represent a non string value: 7/,
    ],
    [
      'a missing variable',
      'query($v: String!) { echo(text: $v) }',
      {},
      'BAD_USER_INPUT',
      /"\$v" of required type "String!" was not provided/,
    ],
    [
      'null for an argument with a default',
      'query($v: Int) { first(count: $v) }',
      { v: null },
      'BAD_USER_INPUT',
      /must not be null/,
    ],
    [
      'an unknown operation',
      'query A { hello } query B { hello }',
      {},
      'OPERATION_RESOLUTION_FAILURE',
      /Could not determine/,
    ],
  ])('%s', async (_name, query, variables, code, message) => {
    const server = await startStub();
    const answer = await post(server, query, { variables });
    const [error] = answer.json().errors!;
    expect(error).toMatchObject({ extensions: { code } });
    if (typeof message === 'string') expect(error!.message).toBe(message);
    else expect(error!.message).toMatch(message);
    expect(server.log).toMatchObject([{ event: 'request', codes: [code] }]);
  });

  test.each([
    ['the address', { path: '/graphql?query={hello}&variables={' }],
    ['the body', { method: 'POST', body: '{"query":' }],
    ['an empty body', { method: 'POST', body: '' }],
    ['a list of queries', { method: 'POST', body: '[{"query":"{hello}"}]' }],
    ['null', { method: 'POST', body: 'null' }],
    ['a query that is no text', { method: 'POST', body: '{"query":1}' }],
    ['variables that are a list', { method: 'POST', body: '{"query":"{hello}","variables":[]}' }],
  ])('JSON that cannot be used is 400: %s', async (_name, ask) => {
    const server = await startStub();
    const answer = await send(server, { ...ask, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    expect(server.log).toHaveLength(1);
  });

  test('parameters that we do not know are left aside', async () => {
    const server = await startStub();
    const body = JSON.stringify({
      query: '{ hello }',
      id: 'x',
      variables: null,
      operationName: null,
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await send(server, { method: 'POST', headers, body });
    expect(answer.json()).toEqual({ data: { hello: 'world' } });
  });
});
