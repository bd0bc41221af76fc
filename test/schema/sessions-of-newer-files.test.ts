import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import {
  insertMessage,
  insertRow,
  insertSession,
  openTestStore,
  type Columns,
} from '../support/store.js';

const COMPRESSED = { started_at: 1000, ended_at: 2000, end_reason: 'compression' };

describe('markers decide how a session came to be', () => {
  test.each<[what: string, parent: Columns, child: Columns, kind: string]>([
    ['a branch', {}, { model_config: '{"_branched_from": "p"}' }, 'BRANCH'],
    ['a sub-agent', {}, { model_config: '{"_delegate_from": "p"}' }, 'DELEGATE'],
    ['a reset', {}, { model_config: '{"_reset_from": "p"}' }, 'RESET'],
    [
      'a branch off a compressed session',
      COMPRESSED,
      { started_at: 2001, model_config: '{"_branched_from": "p"}' },
      'BRANCH',
    ],
    [
      'a sub-agent whose session was guessed',
      COMPRESSED,
      { started_at: 2001, model_config: '{"_delegate_from": "__orphaned__"}' },
      'DELEGATE',
    ],
    [
      'a mark of another session, taken along by compression',
      COMPRESSED,
      { started_at: 2001, model_config: '{"_branched_from": "elsewhere"}' },
      'CONTINUATION',
    ],
    ['a continuation by a clock that went back', COMPRESSED, { started_at: 1999 }, 'CONTINUATION'],
    ['a child of source `tool`', COMPRESSED, { started_at: 2001, source: 'tool' }, 'OTHER'],
    [
      'a mark in broken JSON',
      COMPRESSED,
      { started_at: 2001, model_config: '{"_delegate_from": "p"' },
      'CONTINUATION',
    ],
    [
      'a mark inside another value',
      COMPRESSED,
      { started_at: 2001, model_config: '{"note": {"_delegate_from": "p"}}' },
      'CONTINUATION',
    ],
    ['no mark, while the parent ran', {}, { started_at: 1500 }, 'DELEGATE'],
  ])('%s', async (_what, parent, child, kind) => {
    const api = openTestStore({
      fixture: 'versions/v31.db',
      seed: (db) => {
        insertSession(db, 'p', parent);
        insertSession(db, 'c', { parent_session_id: 'p', ...child });
      },
    });
    const { session } = await dataOf(
      api,
      `{ session(sessionId: "c") { lineageKind parent { children(kind: ${kind}) { sessionId } tip { sessionId } } } }`,
    );
    expect(session).toEqual({
      lineageKind: kind,
      parent: {
        children: [{ sessionId: 'c' }],
        tip: { sessionId: kind === 'CONTINUATION' ? 'c' : 'p' },
      },
    });
  });

  test('branches and resets are chats of their own; sub-agents and continuations are none', async () => {
    const api = openTestStore({
      fixture: 'versions/v31.db',
      seed: (db) => {
        insertSession(db, 'p', { ...COMPRESSED, source: 'test' });
        const child = (id: string, columns: Columns) =>
          insertSession(db, id, {
            source: 'test',
            parent_session_id: 'p',
            started_at: 2001,
            ...columns,
          });
        child('branch', { model_config: '{"_branched_from": "p"}' });
        child('delegate', { model_config: '{"_delegate_from": "p"}' });
        child('reset', { model_config: '{"_reset_from": "p"}' });
        child('continuation', {});
      },
    });
    const { conversations } = await dataOf(
      api,
      `{ conversations(filter: { sources: ["test"] }, orderBy: { field: STARTED_AT, direction: ASC }) {
        totalCount nodes { root { sessionId } tip { sessionId } } } }`,
    );
    const chat = (root: string, tip: string) => ({
      root: { sessionId: root },
      tip: { sessionId: tip },
    });
    expect(conversations).toEqual({
      totalCount: 3,
      nodes: [chat('p', 'continuation'), chat('branch', 'branch'), chat('reset', 'reset')],
    });
  });
});

describe('a system prompt', () => {
  const promptOf = async (columns: Columns) => {
    const api = openTestStore({
      fixture: 'versions/v31.db',
      seed: (db) => {
        insertRow(db, 'system_prompts', { hash: 'h1', prompt: 'by hash' });
        insertSession(db, 'a', columns);
      },
    });
    return (await dataOf(api, '{ session(sessionId: "a") { systemPrompt } }')).session.systemPrompt;
  };

  test('is found by its hash', async () => {
    expect(await promptOf({ system_prompt_hash: 'h1' })).toBe('by hash');
  });
  test('by its hash wins over one in the session', async () => {
    expect(await promptOf({ system_prompt_hash: 'h1', system_prompt: 'own' })).toBe('by hash');
  });
  test('in the session counts where there is no hash, or nothing with it', async () => {
    expect(await promptOf({ system_prompt: 'own' })).toBe('own');
    expect(await promptOf({ system_prompt_hash: 'gone', system_prompt: 'own' })).toBe('own');
  });
  test('is null where there is none', async () => {
    expect(await promptOf({})).toBeNull();
    expect(await promptOf({ system_prompt_hash: 'gone' })).toBeNull();
  });
});

describe('archived and pinned', () => {
  const list = (flags: string) =>
    `{ sessions(filter: { sources: ["test"], ${flags} }, orderBy: { field: STARTED_AT, direction: ASC }) {
      totalCount nodes { sessionId archived pinned } } }`;
  const seeded = () =>
    openTestStore({
      fixture: 'versions/v31.db',
      seed: (db) => {
        insertSession(db, 'plain', { source: 'test', started_at: 1 });
        insertSession(db, 'away', { source: 'test', started_at: 2, archived: 1 });
        insertSession(db, 'top', { source: 'test', started_at: 3, pinned: 1 });
      },
    });

  test.each([
    ['archived: true', [['away', true, false]]],
    [
      'archived: false',
      [
        ['plain', false, false],
        ['top', false, true],
      ],
    ],
    ['pinned: true', [['top', false, true]]],
    [
      'pinned: false',
      [
        ['plain', false, false],
        ['away', true, false],
      ],
    ],
    ['archived: true, pinned: true', []],
  ])('by `%s`', async (flags, expected) => {
    const { sessions } = await dataOf(seeded(), list(flags));
    expect(sessions).toEqual({
      totalCount: expected.length,
      nodes: expected.map(([sessionId, archived, pinned]) => ({ sessionId, archived, pinned })),
    });
  });

  test('on older files they are null, and nothing is put away or pinned', async () => {
    const api = openTestStore({ seed: (db) => insertSession(db, 'a', { source: 'test' }) });
    const nodes = [{ sessionId: 'a', archived: null, pinned: null }];
    expect(await dataOf(api, list('archived: false, pinned: false'))).toEqual({
      sessions: { totalCount: 1, nodes },
    });
    expect(await dataOf(api, list('archived: true'))).toEqual({
      sessions: { totalCount: 0, nodes: [] },
    });
  });
});

test('the last activity is what Hermes noted, or the newest message if that is later', async () => {
  const api = openTestStore({
    fixture: 'versions/v31.db',
    seed: (db) => {
      for (const [id, noted] of [
        ['later', 3000],
        ['earlier', 1500],
        ['garbage', 5e246],
      ] as const) {
        insertSession(db, id, { source: 'test', last_activity_at: noted });
        insertMessage(db, id, 'user', 'x', { timestamp: 2000 });
      }
      insertSession(db, 'no message', { source: 'test', last_activity_at: 2500 });
    },
  });
  const { sessions } = await dataOf(
    api,
    '{ sessions(filter: { sources: ["test"] }, orderBy: { field: LAST_ACTIVE_AT }) { nodes { sessionId lastActiveAt } } }',
  );
  expect(sessions.nodes).toEqual([
    { sessionId: 'later', lastActiveAt: '1970-01-01T00:50:00.000Z' },
    { sessionId: 'no message', lastActiveAt: '1970-01-01T00:41:40.000Z' },
    { sessionId: 'garbage', lastActiveAt: '1970-01-01T00:33:20.000Z' },
    { sessionId: 'earlier', lastActiveAt: '1970-01-01T00:33:20.000Z' },
  ]);
});
