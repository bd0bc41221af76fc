import { expect, it } from 'vitest';
import { inspectStore } from '../../../src/db/sqlite/inspect/inspect.js';
import { migrate } from '../../../src/db/sqlite/migrations/migrate.js';
import { copyFixture, NOW, raw } from './files.js';

it.each(['v11_rich.db', 'versions/v09.db'])(
  'a title index that is not unique is made anew, and titles become unique: %s',
  async (fixture) => {
    const path = copyFixture(fixture);
    raw(path, (db) =>
      db.exec(`DROP INDEX IF EXISTS idx_sessions_title_unique;
        CREATE INDEX idx_sessions_title_unique ON sessions(title);
        UPDATE sessions SET title = 'dup' WHERE rowid <= 3`),
    );
    if (fixture === 'v11_rich.db') {
      const { findings } = await inspectStore(path, { now: () => NOW, limitMs: 1 });
      expect(findings.find(({ code }) => code === 'incomplete-schema')?.message).toBe(
        'The store lacks index idx_sessions_title_unique.',
      );
    }
    const report = await migrate(path, { now: () => NOW });
    expect(report.lacked.indexes).toContain('idx_sessions_title_unique');
    expect(report.titles).toHaveLength(2);
    raw(path, (db) => {
      expect(db.prepare("SELECT COUNT(*) FROM sessions WHERE title = 'dup'").pluck().get()).toBe(1);
      expect(() => db.exec("UPDATE sessions SET title = 'dup'")).toThrow(/UNIQUE/);
    });
  },
);
