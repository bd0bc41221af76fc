import { getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { openDoor } from '../support/door.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

describe('L6: an error that a client can act on reaches it; any other keeps its secrets', () => {
  test('a taken title, an unknown session and a bad argument say what they are', async () => {
    const door = await openDoor(
      openTestStore({
        seed: (db) => {
          insertSession(db, 'a', { title: 'Taken' });
          insertSession(db, 'b');
        },
      }),
    );
    const renamed = await door(
      `mutation { setSessionTitle(input: { sessionId: "b", title: "Taken" }) {
        __typename ... on UserError { message } ... on TitleConflictError { holder { sessionId } } } }`,
    );
    expect(renamed).toMatchObject({
      status: 200,
      codes: [],
      data: {
        setSessionTitle: {
          __typename: 'TitleConflictError',
          message:
            'Title "Taken" is already in use by session "a". Choose another, or clear that one first.',
          holder: { sessionId: 'a' },
        },
      },
    });
    const appended = await door(
      'mutation { appendMessage(input: { sessionId: "nope", role: "user" }) { __typename ... on UserError { message } } }',
    );
    expect(appended.data.appendMessage).toEqual({
      __typename: 'SessionNotFoundError',
      message: 'No session "nope".',
    });
    const asked = await door('{ sessions(first: 201) { totalCount } }');
    expect(asked).toMatchObject({
      status: 200,
      codes: ['BAD_USER_INPUT'],
      messages: ['`first` is 201; the most is 200.'],
    });
  });

  test('a fault inside is masked: no SQL, no path, no content', async () => {
    const api = openTestStore({
      seed: (db) => {
        insertSession(db, 'a');
        insertMessage(db, 'a', 'user', 'canary');
      },
    });
    const door = await openDoor(api);
    api.raw((db) => db.exec('ALTER TABLE messages RENAME TO canaries'));
    const answer = await door('{ session(sessionId: "a") { title preview } }');
    expect(answer).toMatchObject({
      data: { session: { title: null, preview: null } },
      codes: ['INTERNAL_SERVER_ERROR'],
      messages: ['Unexpected error.'],
    });
    for (const secret of ['canar', 'SELECT', 'no such', api.path, 'sqlite']) {
      expect(answer.text.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });
});

describe('L8: no request may cost too much, and none that a tool makes is refused', () => {
  const nested = (levels: number) =>
    `{ session(sessionId: "a") ${'{ parent '.repeat(levels)} { id } ${'}'.repeat(levels)} }`;
  const aliases = Array.from({ length: 5000 }, (_, n) => `a${n}: store { path }`).join(' ');

  test.each([
    ['parents of parents, two thousand deep', nested(2000)],
    ['five thousand aliases', `{ ${aliases} }`],
    [
      'fragments in a circle',
      'fragment F on Session { parent { ...F } } { session(sessionId: "a") { ...F } }',
    ],
  ])('%s', async (_what, query) => {
    const door = await openDoor(openTestStore({ seed: (db) => insertSession(db, 'a') }));
    const start = performance.now();
    const { status, data, codes, messages } = await door(query);
    expect(performance.now() - start).toBeLessThan(2000);
    expect({ status, data }).toEqual({ status: 400, data: null });
    expect(codes).toEqual([expect.any(String)]);
    expect(codes).not.toContain('INTERNAL_SERVER_ERROR');
    expect(messages[0]).not.toBe('Unexpected error.');
  });

  test('a body of 20 MB is refused, one with a picture of 1.7 MB is stored', async () => {
    const door = await openDoor(openTestStore({ seed: (db) => insertSession(db, 'a') }));
    const append = `mutation ($parts: [JSON!]) { appendMessage(input: { sessionId: "a", role: "user", contentParts: $parts }) {
      ... on AppendMessagePayload { message { content } } } }`;
    const image = (length: number) => ({
      parts: [
        { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(length)}` } },
      ],
    });
    expect((await door(append, image(1_700_000))).data.appendMessage.message).toEqual({
      content: '[image]',
    });
    const refused = await door(append, image(20_000_000));
    expect(refused).toMatchObject({ status: 413, data: null });
    expect(refused.codes).toEqual([expect.any(String)]);
  });

  test('the introspection of tools passes', async () => {
    const door = await openDoor(openTestStore());
    const { status, data, codes } = await door(
      getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true }),
    );
    expect({ status, codes }).toEqual({ status: 200, codes: [] });
    expect(data.__schema.queryType.name).toBe('Query');
  });
});
