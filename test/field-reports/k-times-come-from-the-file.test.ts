import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, onConnection, openTestStore } from '../support/store.js';

const TIMES = `
import json, sqlite3, sys
from datetime import datetime, timezone
db = sqlite3.connect(sys.argv[1])
iso = lambda t: datetime.fromtimestamp(t, timezone.utc).isoformat(timespec='microseconds')
print(json.dumps({row[0]: iso(row[1]) for row in db.execute('SELECT id, started_at FROM sessions')}))
`;

test('K3: every start in a file that Hermes wrote is served to the microsecond', async () => {
  const api = openTestStore({ fixture: 'v11_rich.db' });
  const recorded: unknown = JSON.parse(
    execFileSync('python3', ['-c', TIMES, api.path], { encoding: 'utf8' }),
  );
  const { sessions } = await dataOf(
    api,
    '{ sessions(first: 200) { nodes { sessionId startedAt } } }',
  );
  const nodes = sessions.nodes as { sessionId: string; startedAt: string }[];
  const served = Object.fromEntries(
    nodes.map(({ sessionId, startedAt }) => [sessionId, withMicroseconds(startedAt)]),
  );
  expect(nodes).toHaveLength(38);
  expect(served).toEqual(recorded);
});

test('K3: a stored time is served as stored, and a missing one is null and never now', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { started_at: 1779646200.5 });
      insertSession(db, 'b', { started_at: 1779646200.123457, ended_at: 'yesterday' });
      insertMessage(db, 'b', 'user', 'x', { timestamp: 'garbage' });
      insertSession(db, 'c', { started_at: 5e246 });
    },
  });
  const { sessions } = await dataOf(
    api,
    `{ sessions { nodes { sessionId startedAt endedAt lastActiveAt durationSeconds status
      messages { nodes { timestamp } } } } }`,
  );
  const none = { startedAt: null, endedAt: null, lastActiveAt: null, durationSeconds: null };
  expect(sessions.nodes).toEqual([
    {
      ...none,
      sessionId: 'a',
      startedAt: '2026-05-24T18:10:00.500Z',
      lastActiveAt: '2026-05-24T18:10:00.500Z',
      status: 'IDLE',
      messages: { nodes: [] },
    },
    {
      ...none,
      sessionId: 'b',
      startedAt: '2026-05-24T18:10:00.123457Z',
      lastActiveAt: '2026-05-24T18:10:00.123457Z',
      status: 'ENDED',
      messages: { nodes: [{ timestamp: null }] },
    },
    { ...none, sessionId: 'c', status: 'IDLE', messages: { nodes: [] } },
  ]);
});

test('K3: a store that we make has the tables, columns, indexes and triggers of one that Hermes made', () => {
  const schemaOf = (path: string) =>
    onConnection(path, (db) => ({
      objects: db
        .prepare(
          "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1, 2",
        )
        .all(),
      columns: ['sessions', 'messages', 'state_meta', 'schema_version'].map((table) =>
        db
          .prepare(
            `SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?) ORDER BY name`,
          )
          .all(table),
      ),
    }));
  const ours = openTestStore();
  const theirs = openTestStore({ fixture: 'v11_empty.db' });
  expect(schemaOf(ours.path)).toEqual(schemaOf(theirs.path));
});

function withMicroseconds(iso: string): string {
  const [seconds, fraction = ''] = iso.slice(0, -1).split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}+00:00`;
}
