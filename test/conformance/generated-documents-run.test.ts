import { execute } from 'graphql';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { expect, test } from 'vitest';
import { createContext, schema } from '../../src/schema/index.js';
import { insertMessage, insertSession, openTestStore, type TestStore } from '../support/store.js';
import { EndSessionDocument, endSentence } from './client/end-session.js';
import { SessionListDocument, sessionLines } from './client/session-list.js';
import { TranscriptDocument, temperatureOf, transcriptLines } from './client/transcript.js';

/** A store with a root, its child and a conversation that calls a tool. */
function openChat(): TestStore {
  return openTestStore({
    seed: (db) => {
      insertSession(db, 'root', {
        title: 'Fix the build',
        started_at: 1_779_990_000.25,
        ended_at: 1_779_990_900,
        end_reason: 'compression',
        input_tokens: 3_000_000_000,
        output_tokens: 7,
        actual_cost_usd: 1.5,
        model_config: '{"temperature": 0.25}',
      });
      insertSession(db, 'child', { parent_session_id: 'root', started_at: 1_779_999_000 });
      insertMessage(db, 'root', 'user', 'Why is it red?', { timestamp: 1_779_990_001.5 });
      insertMessage(db, 'root', 'assistant', null, {
        timestamp: 1_779_990_002,
        tool_calls:
          '[{"id":"c1","function":{"name":"terminal","arguments":"{\\"cmd\\":\\"make\\"}"}}]',
      });
      insertMessage(db, 'root', 'tool', 'ok', { timestamp: 1_779_990_003, tool_call_id: 'c1' });
    },
  });
}

/** Runs a generated document over a store; the answer has the type that was generated for it. */
async function run<Data, Variables extends Record<string, unknown>>(
  { store, clock }: TestStore,
  document: TypedDocumentNode<Data, Variables>,
  variableValues: Variables,
): Promise<Data> {
  const contextValue = createContext(store, clock);
  const { data, errors } = await execute({ schema, document, variableValues, contextValue });
  expect(errors).toBeUndefined();
  return data as Data;
}

test('a list, read by its nodes and by its edges, with 64-bit sums and unknown costs', async () => {
  const store = openChat();
  const page = await run(store, SessionListDocument, {
    first: 10,
    orderBy: { field: 'STARTED_AT', direction: 'ASC' },
  });
  const lines = [
    'Fix the build, ended, since 2026-05-28T17:40:00.250Z, 3 messages, 3000000007 tokens, $1.50, a root',
    'child, idle, since 2026-05-28T20:10:00.000Z, 0 messages, 0 tokens, unknown cost, from root',
  ];
  expect(sessionLines(page)).toEqual({ fromNodes: lines, fromEdges: lines });
  expect(page.sessions.totalCount).toBe(2);
});

test('a page continues behind its cursor', async () => {
  const store = openChat();
  const first = await run(store, SessionListDocument, { first: 1 });
  const { endCursor, hasNextPage } = first.sessions.pageInfo;
  const second = await run(store, SessionListDocument, { first: 1, after: endCursor });
  expect([hasNextPage, second.sessions.pageInfo.hasNextPage]).toEqual([true, false]);
  expect(sessionLines(second).fromNodes).toEqual([expect.stringMatching(/^Fix the build, /)]);
});

test('a transcript with its tool calls, and JSON that is looked at before it is used', async () => {
  const store = openChat();
  const answer = await run(store, TranscriptDocument, { sessionId: 'root', last: 10 });
  expect(transcriptLines(answer)).toEqual([
    '1 2026-05-28T17:40:01.500Z user: Why is it red?',
    '2 2026-05-28T17:40:02.000Z assistant: terminal({"cmd":"make"})',
    '3 2026-05-28T17:40:03.000Z tool: ok',
  ]);
  expect(temperatureOf(answer)).toBe(0.25);
});

test('a transcript of nothing is null', async () => {
  const answer = await run(openChat(), TranscriptDocument, { sessionId: 'no such', last: 1 });
  expect([transcriptLines(answer), temperatureOf(answer)]).toEqual([null, null]);
});

test('every member of a result union is told apart', async () => {
  const store = openChat();
  const end = async (sessionId: string) =>
    endSentence(
      await run(store, EndSessionDocument, { input: { sessionId, endReason: 'user_exit' } }),
    );
  expect(await end('child')).toBe('child is ended: user_exit.');
  expect(await end('root')).toBe('root had ended before: compression.');
  expect(await end('no such')).toBe('Gone: no such.');
});
