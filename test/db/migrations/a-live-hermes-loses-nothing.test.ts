import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../src/db/sqlite/migrations/migrate.js';
import { addMessages, copyFixture, integrityOf, NOW, raw, SOUND } from './files.js';

const WRITER = fileURLToPath(new URL('./children/live-writer.py', import.meta.url));

interface LiveWriter {
  /** Stops it; gives what it did, by message id. */
  stop(): Promise<{
    inserted: Record<string, string>;
    updated: Record<string, string>;
    deleted: number[];
    longestWait: number;
  }>;
}

/** Starts a writer as an old Hermes is one, and waits for its first write. */
async function startWriter(path: string): Promise<LiveWriter> {
  const child = spawn('python3', [WRITER, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(reader, 'line');
  return {
    async stop() {
      child.stdin.end();
      await once(child, 'close');
      return JSON.parse(lines.at(-1) ?? '');
    },
  };
}

it.each(['wal', 'delete'])(
  'keeps and indexes what another process writes meanwhile, in journal mode %s',
  async (journalMode) => {
    const path = copyFixture('versions/v10.db');
    raw(path, (db) => db.pragma(`journal_mode = ${journalMode}`));
    addMessages(path, 4000);

    const writer = await startWriter(path);
    const report = await migrate(path, { now: () => NOW });
    const { inserted, updated, deleted, longestWait } = await writer.stop();

    expect(report.indexedRows.messages_fts).toBeGreaterThan(0);
    expect(Object.keys(inserted).length).toBeGreaterThan(5);
    expect(Object.keys(updated).length).toBeGreaterThan(5);
    expect(deleted.length).toBeGreaterThan(5);
    expect(longestWait).toBeLessThan(17);
    raw(path, (db) => {
      expect(db.pragma('journal_mode', { simple: true })).toBe(journalMode);
      const content = db
        .prepare<[number], string>('SELECT content FROM messages WHERE id = ?')
        .pluck();
      const lost = [...Object.entries(inserted), ...Object.entries(updated)].filter(
        ([id, text]) => content.get(Number(id)) !== text,
      );
      expect(lost).toEqual([]);
      expect(deleted.filter((id) => content.get(id) !== undefined)).toEqual([]);
      for (const table of ['messages_fts', 'messages_fts_trigram']) {
        const differing = db
          .prepare(
            `SELECT m.id AS message, f.rowid AS row FROM messages AS m FULL JOIN ${table} AS f
               ON f.rowid = m.id
             WHERE m.id IS NULL OR f.rowid IS NULL OR f.content IS NOT
               COALESCE(m.content, '') || ' ' || COALESCE(m.tool_name, '') || ' ' || COALESCE(m.tool_calls, '')`,
          )
          .all();
        expect(differing).toEqual([]);
      }
    });
    expect(integrityOf(path)).toEqual(SOUND);
  },
  120_000,
);
