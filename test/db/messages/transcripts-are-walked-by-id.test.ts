import type Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { messagePages } from '../../../src/db/sqlite/messages/lists.js';
import { messageNeighbours } from '../../../src/db/sqlite/messages/relations.js';
import { messagesAround } from '../../../src/db/sqlite/messages/window.js';
import type { PageRequest } from '../../../src/domain/paging.js';
import { insertSession } from '../../support/rows.js';
import { searchFile, type SearchFile } from '../search/support.js';

type Time = number | string;

/** Inserts messages of sessions as `[session, how many]` in turn, each with a time of its own. */
function say(
  db: Database.Database,
  turns: readonly [session: string, messages: number][],
  time: (index: number) => Time,
): void {
  for (const { name } of triggersOf(db)) db.exec(`DROP TRIGGER ${name}`);
  for (const session of new Set(turns.map(([id]) => id))) insertSession(db, session);
  const insert = db.prepare(
    'INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)',
  );
  let index = 0;
  db.transaction(() => {
    for (const [session, messages] of turns) {
      for (let n = 0; n < messages; n += 1, index += 1) {
        insert.run(session, index % 3 === 0 ? 'user' : 'assistant', `text ${index}`, time(index));
      }
    }
  })();
}

function triggersOf(db: Database.Database): { name: string }[] {
  const triggers = db.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'messages'",
  );
  return triggers.all() as { name: string }[];
}

/** The ids of a session, which is what every walk must agree with. */
function idsOf({ db }: SearchFile, ...sessions: string[]): number[] {
  return db
    .prepare(
      `SELECT id FROM messages WHERE session_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    )
    .pluck()
    .all(JSON.stringify(sessions)) as number[];
}

const pseudoRandom = (index: number) => (index * 7919) % 1009;
/** Two talk over each other, with gaps too wide to walk; one speaks first and last. */
const TURNS: [string, number][] = [
  ['a', 3],
  ['b', 400],
  ['a', 2],
  ['b', 5],
  ['a', 30],
  ['c', 2000],
  ['a', 1],
  ['c', 700],
  ['b', 1],
  ['a', 260],
  ['b', 2],
];

describe.each<[string, (index: number) => Time]>([
  ['clocks go forwards', (index) => 1000 + index],
  ['clocks go backwards', (index) => 1_000_000 - index],
  ['clocks go back once', (index) => (index < 420 ? 9000 : 1000) + index],
  ['all was written at once', () => 1000],
  ['times are in disorder', pseudoRandom],
  ['some times are text', (index) => (index % 2 === 0 ? `soon ${index % 5}` : 1000)],
])('when %s', (_clock, time) => {
  describe.each(['v11_empty.db', 'versions/v25.db', 'versions/v31.db'])('in %s', (fixture) => {
    let file: SearchFile;
    beforeAll(() => {
      let cleanUp: () => void = () => undefined;
      const after = (work: () => void) => void (cleanUp = work);
      file = searchFile((db) => say(db, TURNS, time), { fixture, after });
      return cleanUp;
    });

    it('the messages before and after each are found by id', () => {
      for (const session of ['a', 'b', 'c']) {
        const ids = idsOf(file, session);
        const asked = ids.filter((_, index) => index < 50 || index > ids.length - 50);
        expect(messageNeighbours(file.sql, asked)).toEqual(
          asked.map((id) => {
            const at = ids.indexOf(id);
            return { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
          }),
        );
      }
    });

    it('pages of any transcript follow ids, from either end and from any place', () => {
      const transcripts = [['a'], ['b'], ['c'], ['a', 'c'], ['b', 'nobody'], []];
      const page = (request: Partial<PageRequest>) =>
        messagePages(
          file.sql,
          transcripts,
          {},
          {
            ...{ limit: 7, fromEnd: false, after: null, before: null },
            ...request,
          },
        ).map(({ items }) => items.map(({ row }) => row.id));
      const expected = (low: number, high: number, fromEnd: boolean) =>
        transcripts.map((sessions) => {
          const ids = idsOf(file, ...sessions).filter((id) => id > low && id < high);
          return fromEnd ? ids.slice(-7) : ids.slice(0, 7);
        });
      const some = idsOf(file, 'a', 'b').filter((_, index) => index % 200 === 5);
      expect(page({})).toEqual(expected(0, Infinity, false));
      expect(page({ fromEnd: true })).toEqual(expected(0, Infinity, true));
      for (const id of some) {
        expect(page({ after: [id] })).toEqual(expected(id, Infinity, false));
        expect(page({ before: [id] })).toEqual(expected(0, id, false));
        expect(page({ before: [id], fromEnd: true })).toEqual(expected(0, id, true));
        expect(page({ after: [id], fromEnd: true })).toEqual(expected(id, Infinity, true));
        expect(page({ after: [id - 40], before: [id] })).toEqual(expected(id - 40, id, false));
      }
    });

    it('filters narrow what is walked, however few pass', () => {
      const last = (roles: string[]) =>
        messagePages(
          file.sql,
          [['c']],
          { roles },
          { limit: 4, fromEnd: true, after: null, before: null },
        )[0]?.items.map(({ row }) => row.id);
      file.db.prepare("UPDATE messages SET role = 'system' WHERE id % 900 = 0").run();
      const systems = file.db
        .prepare("SELECT id FROM messages WHERE session_id = 'c' AND role = 'system' ORDER BY id")
        .pluck()
        .all();
      expect(systems.length).toBeGreaterThan(1);
      expect(last(['system'])).toEqual(systems.slice(-4));
      expect(last(['nobody'])).toEqual([]);
    });

    it('windows lie around each message, those of other sessions are none', () => {
      const ids = idsOf(file, 'a');
      const asked = ids.filter((_, index) => index % 20 === 3);
      const windows = messagesAround(
        file.sql,
        [...asked.map((id) => ({ session_id: 'a', id })), { session_id: 'b', id: ids[0] ?? 0 }],
        6,
      );
      expect(windows.map((window) => window?.messages.map(({ id }) => id) ?? null)).toEqual([
        ...asked.map((id) => {
          const at = ids.indexOf(id);
          return ids.slice(Math.max(0, at - 6), at + 7);
        }),
        null,
      ]);
    });
  });
});

it('what is asked of a message does not grow with its session', () => {
  const file = searchFile((db) => say(db, [['a', 60_000]], (index) => 1000 + index));
  const ids = Array.from({ length: 200 }, (_, n) => 30_000 + n);
  const before = process.cpuUsage();
  const start = performance.now();
  expect(messageNeighbours(file.sql, ids)[0]).toEqual({ previous: 29_999, next: 30_001 });
  const keys = ids.map((id) => ({ session_id: 'a', id }));
  expect(messagesAround(file.sql, keys, 2)[199]?.messages).toHaveLength(5);
  const { user, system } = process.cpuUsage(before);
  // Whichever is less: other processes lengthen the one, the compiler's threads the other. Reading
  // the session for each message takes seconds.
  expect(Math.min((user + system) / 1000, performance.now() - start)).toBeLessThan(500);
});
