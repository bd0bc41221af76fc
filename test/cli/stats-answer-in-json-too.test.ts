import { Command } from 'commander';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { registerStats } from '../../src/cli/stats.js';
import { dataOf } from '../support/api.js';
import { copyDatabase, openTestStore, temporaryFolder } from '../support/store.js';

afterEach(() => void vi.restoreAllMocks());

/** What the command prints. */
async function printed(...args: string[]): Promise<string> {
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  const program = new Command().exitOverride();
  registerStats(program);
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr() {} });
  await program.parseAsync(['node', 'hermes-graphql', 'stats', ...args]);
  vi.restoreAllMocks();
  return text;
}

function file(fixture: string): string {
  const path = join(temporaryFolder(), 'state.db');
  copyDatabase(fixture, path);
  return path;
}

describe('--json', () => {
  test('has the figures of the API, by its names', async () => {
    const args = ['--db', file('v11_rich.db'), '--json', '--time-zone', 'Europe/Berlin'];
    const { stats, from } = JSON.parse(await printed(...args));
    const data = await dataOf(
      openTestStore({ fixture: 'v11_rich.db' }),
      `{ stats(timeZone: "Europe/Berlin") { sessionCount conversationCount messageCount
           usage { input output cacheRead cacheWrite reasoning total cacheHitRate }
           cost { usd unknownSessions } activeDays longestStreakDays
           byTool(first: 200) { name count } } }`,
    );
    expect(stats).toMatchObject(data.stats);
    expect(stats.startedByDay.length).toBeGreaterThan(0);
    expect(from).toBeNull();
  });

  test('covers what the options say', async () => {
    const args = ['--json', '--time-zone', 'UTC', '--from', '2026-05-06', '--source', 'cli'];
    const { stats, from, filter } = JSON.parse(
      await printed('--db', file('v11_rich.db'), ...args, '--source', 'telegram'),
    );
    expect(filter).toEqual({
      sources: ['cli', 'telegram'],
      excludeSources: null,
      models: null,
      providers: null,
    });
    expect(from).toBe('2026-05-06T00:00:00.000Z');
    expect(stats.bySource.map((group: any) => group.key).sort()).toEqual(['cli', 'telegram']);
    for (const day of stats.startedByDay) expect(day.start >= from).toBe(true);
  });
});

describe('the command', () => {
  test('prints a report without colours where there is no terminal', async () => {
    const text = await printed('--db', file('v11_rich.db'), '--time-zone', 'UTC');
    expect(text).toContain('Models\n');
    expect(text).not.toContain('\u001B');
    expect(text.endsWith('\n')).toBe(true);
  });

  test('reads files of any schema and leaves them as they are', async () => {
    for (const fixture of ['versions/v01.db', 'versions/v31.db', 'v11_quirks.db']) {
      const path = file(fixture);
      const before = `${path}.before`;
      copyFileSync(path, before);
      expect(await printed('--db', path)).toMatch(/Sessions +\d/);
      const { readFileSync } = await import('node:fs');
      expect(readFileSync(path).equals(readFileSync(before))).toBe(true);
    }
  });

  test.each([
    ['an unknown zone', ['--time-zone', 'Mars/Olympus'], 'Mars/Olympus'],
    ['what is no date', ['--from', 'soon'], '"soon"'],
    ['no day', ['--days', '0'], '1 to 3660'],
    ['days and dates together', ['--days', '7', '--from', '2026-05-01'], '--from'],
  ])('refuses %s in one sentence', async (_, args, named) => {
    await expect(printed('--db', file('v11_empty.db'), ...args)).rejects.toThrow(named);
  });

  test('says so when there is no store', async () => {
    const missing = join(temporaryFolder(), 'none.db');
    await expect(printed('--db', missing)).rejects.toThrow(`No store at ${missing}`);
  });
});
