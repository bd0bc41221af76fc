import { onTestFinished } from 'vitest';
import { openForReading } from '../../src/db/sqlite/driver.js';
import { Statements } from '../../src/db/sqlite/sql.js';
import { scanStats } from '../../src/db/sqlite/stats/job.js';
import { toolUsage } from '../../src/db/sqlite/stats/tools.js';
import type { SessionFilter } from '../../src/domain/session.js';
import { sessionStatistics, type SessionStatistics } from '../../src/domain/stats/summary.js';
import type { MessageTimes, MessageTokens } from '../../src/domain/stats/activity.js';
import type { StartTimes } from '../../src/domain/stats/starts.js';
import type { ToolCount } from '../../src/domain/stats/tools.js';
import { openTestStore, TEST_NOW, type TestStore, type TestStoreOptions } from './store.js';

/** All parts of the statistics of a store, scanned in the process of the test. */
export interface ScannedStats {
  sessions: SessionStatistics;
  starts: StartTimes;
  times: MessageTimes;
  tokens: MessageTokens;
  roles: { role: string; count: number }[];
  tools: ToolCount[];
}

export interface StatsStore extends TestStore {
  readonly scan: (filter?: SessionFilter, timeZone?: string) => ScannedStats;
  readonly toolUsage: (ids: readonly string[]) => ToolCount[][];
}

/** A store for one test whose statistics are read without a process of their own. */
export function openStatsStore(options: TestStoreOptions = {}): StatsStore {
  const store = openTestStore(options);
  const sql = new Statements(openForReading(store.path), undefined);
  (options.after ?? onTestFinished)(() => {
    sql.connection.close();
    return Promise.resolve();
  });
  return {
    ...store,
    scan: (filter = {}, timeZone = 'UTC') => {
      const found = scanStats(sql, {
        filter,
        now: TEST_NOW,
        timeZone,
        parts: ['sessions', 'starts', 'times', 'tokens', 'roles', 'tools'],
      });
      return {
        sessions: sessionStatistics(found.sessions!),
        starts: found.starts!,
        times: found.times!,
        tokens: found.tokens!,
        roles: found.roles!,
        tools: found.tools!,
      };
    },
    toolUsage: (ids) => toolUsage(sql, ids),
  };
}
