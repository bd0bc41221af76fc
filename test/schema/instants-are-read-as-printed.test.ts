import { describe, expect, test } from 'vitest';
import { ask, dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

/** Times of Python's clock, with more digits than are printed; each is alone in its microsecond. */
const TIMES = [
  1778082116.710646, 1778082116.7106469, 1779646200.1234565, 1779646200.9999998, 1779646201,
  1780000000.0000005, -0.25,
];

function open() {
  return openTestStore({
    seed: (db) => {
      for (const [n, time] of TIMES.entries()) {
        insertSession(db, `s${n}`, { started_at: time });
        insertMessage(db, `s${n}`, 'user', 'hello', { timestamp: time });
      }
    },
  });
}

describe('an instant that the server printed', () => {
  test('is in each range from it, and in none until it', async () => {
    const api = open();
    const { sessions } = await dataOf(
      api,
      '{ sessions { nodes { sessionId startedAt lastActiveAt messages { nodes { timestamp } } } } }',
    );
    expect(sessions.nodes).toHaveLength(TIMES.length);
    for (const { sessionId, startedAt, lastActiveAt, messages } of sessions.nodes) {
      const { timestamp } = messages.nodes[0];
      const ranges = (end: 'from' | 'until') =>
        dataOf(
          api,
          `query ($id: String!, $ids: [String!]!, $started: DateTime!, $active: DateTime!, $written: DateTime!) {
            started: sessions(filter: { sessionIds: $ids, startedAt: { ${end}: $started } }) { totalCount }
            active: sessions(filter: { sessionIds: $ids, lastActiveAt: { ${end}: $active } }) { totalCount }
            chats: conversations(filter: { sessionIds: $ids, startedAt: { ${end}: $started } }) { totalCount }
            stats: stats(filter: { sessionIds: $ids, startedAt: { ${end}: $started } }) { totalCount: sessionCount }
            session(sessionId: $id) { messages(filter: { timestamp: { ${end}: $written } }) { totalCount } }
            search(query: "hello", filter: { sessionIds: $ids, timestamp: { ${end}: $written } }) { totalCount } }`,
          {
            id: sessionId,
            ids: [sessionId],
            started: startedAt,
            active: lastActiveAt,
            written: timestamp,
          },
        );
      const totals = (totalCount: number) => ({
        started: { totalCount },
        active: { totalCount },
        chats: { totalCount },
        stats: { totalCount },
        session: { messages: { totalCount } },
        search: { totalCount },
      });
      expect([startedAt, await ranges('from')]).toEqual([startedAt, totals(1)]);
      expect([startedAt, await ranges('until')]).toEqual([startedAt, totals(0)]);
    }
  });

  test('parts the list: what is older is until it, what is not is from it', async () => {
    const api = open();
    const order = 'orderBy: { field: STARTED_AT, direction: ASC }';
    const { sessions } = await dataOf(api, `{ sessions(${order}) { nodes { startedAt } } }`);
    const starts: string[] = sessions.nodes.map((node: { startedAt: string }) => node.startedAt);
    for (const [place, time] of starts.entries()) {
      const { older, newer } = await dataOf(
        api,
        `query ($time: DateTime!) {
          older: sessions(filter: { startedAt: { until: $time } }) { totalCount }
          newer: sessions(filter: { startedAt: { from: $time } }) { totalCount } }`,
        { time },
      );
      const first = starts.indexOf(time);
      expect([place, older.totalCount, newer.totalCount]).toEqual([
        place,
        first,
        starts.length - first,
      ]);
    }
  });

  test('in a literal, with an offset or with more digits means the same', async () => {
    const api = openTestStore({
      seed: (db) => insertSession(db, 'a', { started_at: 1778082116.710646 }),
    });
    for (const time of [
      '2026-05-06T15:41:56.710646Z',
      '2026-05-06T17:41:56.710646+02:00',
      '2026-05-06t15:41:56.710646z',
      '2026-05-06T15:41:56.710646999Z',
    ]) {
      const { from, until } = await dataOf(
        api,
        `{ from: sessions(filter: { startedAt: { from: "${time}" } }) { totalCount }
           until: sessions(filter: { startedAt: { until: "${time}" } }) { totalCount } }`,
      );
      expect([time, from, until]).toEqual([time, { totalCount: 1 }, { totalCount: 0 }]);
    }
  });

  test('as the end of a series takes no period in that ends there', async () => {
    const api = openTestStore({ seed: (db) => insertSession(db, 'a', { started_at: 1779646200 }) });
    const { stats } = await dataOf(
      api,
      `{ stats { series(bin: HOUR, fill: true, from: "2026-05-24T18:00:00Z", until: "2026-05-24T20:00:00Z") { start } } }`,
    );
    expect(stats.series.map(({ start }: { start: string }) => start)).toEqual([
      '2026-05-24T18:00:00.000Z',
      '2026-05-24T19:00:00.000Z',
    ]);
  });
});

test.each([
  ['"2026-11-24"', '2026-11-24T00:00:00Z'],
  ['"2026-11-24T08:30"', '2026-11-24T08:30:00Z'],
  ['"2026-11-24T08:30:15"', '2026-11-24T08:30:15Z'],
  ['"2026-11-24 08:30:15Z"', '2026-11-24T08:30:15Z'],
  ['"2026-11-24 08:30:15.25"', '2026-11-24T08:30:15.25Z'],
  ['"yesterday"', '2026-11-24T00:00:00Z'],
  ['"2026-13-45T00:00:00Z"', '2026-11-24T00:00:00Z'],
  ['"2026-02-29"', '2026-11-24T00:00:00Z'],
  ['""', '2026-11-24T00:00:00Z'],
  ['1780000000', '2026-11-24T00:00:00Z'],
  ['NOW', '2026-11-24T00:00:00Z'],
])('%s is refused, and the sentence shows how to write it', async (value, example) => {
  const api = openTestStore();
  const sentence = `DateTime cannot represent ${value}; write it as ${example}, with a zone.`;
  const query = (time: string) =>
    `sessions(filter: { startedAt: { from: ${time} } }) { totalCount }`;
  const literal = await ask(api, `{ ${query(value)} }`);
  expect(literal.errors.map(({ message }) => message)).toEqual([sentence]);
  if (value === 'NOW') return;
  const variable = await ask(api, `query ($time: DateTime) { ${query('$time')} }`, {
    time: JSON.parse(value),
  });
  expect(variable.errors.map(({ message }) => message)).toEqual([
    expect.stringContaining(sentence),
  ]);
});
