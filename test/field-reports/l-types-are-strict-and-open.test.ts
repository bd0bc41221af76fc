import { isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

describe('L7: types are strict where the file is sure, and open where Hermes may invent', () => {
  const typeOf = (type: string, field: string) => {
    const found = schema.getType(type);
    if (!isObjectType(found)) throw new Error(`No type ${type}.`);
    return String(found.getFields()[field]?.type);
  };

  test.each([
    ['Session', 'id', 'ID!'],
    ['Session', 'sessionId', 'String!'],
    ['Session', 'source', 'String!'],
    ['Session', 'messages', 'MessageConnection!'],
    ['Session', 'children', '[Session!]!'],
    ['Session', 'title', 'String'],
    ['Session', 'parent', 'Session'],
    ['Session', 'startedAt', 'DateTime'],
    ['SessionConnection', 'nodes', '[Session!]!'],
    ['SessionConnection', 'edges', '[SessionEdge!]!'],
    ['SessionConnection', 'totalCount', 'SafeInt!'],
    ['SessionEdge', 'node', 'Session!'],
    ['SessionEdge', 'cursor', 'String!'],
    ['MessageConnection', 'nodes', '[Message!]!'],
    ['Message', 'role', 'String!'],
    ['Message', 'messageId', 'SafeInt!'],
    ['Message', 'content', 'String'],
    ['Message', 'session', 'Session'],
    ['Message', 'toolCalls', '[ToolCall!]!'],
    ['Query', 'session', 'Session'],
    ['Query', 'sessions', 'SessionConnection!'],
    ['Query', 'nodes', '[Node]!'],
  ])('%s.%s is %s', (type, field, expected) => {
    expect(typeOf(type, field)).toBe(expected);
  });

  test('words that Hermes invents are given as they are, also as filters', async () => {
    const columns = {
      source: 'brand_new',
      end_reason: 'moonset',
      ended_at: 1,
      billing_mode: 'barter',
      cost_status: 'guessed',
      estimated_cost_usd: 1,
    };
    const api = openTestStore({
      seed: (db) => {
        insertSession(db, 'a', columns);
        insertMessage(db, 'a', 'moa', 'x', { finish_reason: 'bored' });
      },
    });
    const { sessions } = await dataOf(
      api,
      `{ sessions(filter: { sources: ["brand_new"], endReasons: ["moonset"] }) { nodes {
        source endReason billing { mode } cost { status basis usd }
        messages(filter: { roles: ["moa"] }) { nodes { role finishReason } } } } }`,
    );
    expect(sessions.nodes).toEqual([
      {
        source: 'brand_new',
        endReason: 'moonset',
        billing: { mode: 'barter' },
        cost: { status: 'guessed', basis: 'ESTIMATED', usd: 1 },
        messages: { nodes: [{ role: 'moa', finishReason: 'bored' }] },
      },
    ]);
  });

  test('a row that lacks what no row may lack nulls nothing but itself', async () => {
    const api = openTestStore({
      seed: (db) => {
        db.unsafeMode(true);
        db.pragma('writable_schema = ON');
        db.exec(
          "UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table'",
        );
        db.pragma('writable_schema = RESET');
        insertSession(db, 'good');
        insertSession(db, 'bare', { source: null, started_at: null });
        insertMessage(db, 'bare', 'user', 'x');
        db.exec('UPDATE messages SET role = NULL, timestamp = NULL');
      },
    });
    const { sessions } = await dataOf(
      api,
      '{ sessions { nodes { sessionId source startedAt lastActiveAt status messages { nodes { role timestamp content } } } } }',
    );
    expect(sessions.nodes).toMatchObject([
      { sessionId: 'good', source: 'cli' },
      {
        sessionId: 'bare',
        source: '',
        startedAt: null,
        lastActiveAt: null,
        status: 'IDLE',
        messages: { nodes: [{ role: '', timestamp: null, content: 'x' }] },
      },
    ]);
  });
});
