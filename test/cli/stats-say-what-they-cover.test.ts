import { describe, expect, test } from 'vitest';
import { readFigures } from '../../src/cli/stats/figures.js';
import { reportLines } from '../../src/cli/stats/report.js';
import { scopeOf, type ScopeOptions } from '../../src/cli/stats/scope.js';
import { PLAIN } from '../../src/cli/stats/text.js';
import { insertMessage, insertSession, openTestStore, TEST_NOW } from '../support/store.js';

const DAY = 86_400;

/** A report on one session with a message at each time, written from a clock at TEST_NOW. */
async function report(times: readonly number[], options: ScopeOptions = {}): Promise<string[]> {
  const { store, clock } = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { started_at: TEST_NOW - 90 * DAY, source: 'cli', model: 'm' });
      for (const timestamp of times) insertMessage(db, 'a', 'user', 'hi', { timestamp });
    },
  });
  const scope = scopeOf(options, clock(), 'UTC');
  return reportLines(await readFigures(store, scope, clock()), PLAIN, 80);
}

const daysOf = (lines: readonly string[]) =>
  lines.filter((line) => /^ +\d{4}-\d\d-\d\d /.test(line));

describe('the heading names every filter', () => {
  test.each<[ScopeOptions, string]>([
    [{ source: ['nope'] }, 'Sessions from source nope, UTC'],
    [
      { source: ['cli', 'tui'], excludeSource: ['cron'], model: ['gpt-5'], provider: ['x'] },
      'Sessions from source cli or tui, not from source cron, with model gpt-5, billed by x, UTC',
    ],
    [
      { source: ['cli'], from: '2026-05-05T10:30', until: '2026-05-07' },
      'Sessions from source cli, that started from 2026-05-05 Tue 10:30 before 2026-05-07 Thu, UTC',
    ],
    [{ source: ['a\u001B[2J'] }, 'Sessions from source a [2J, UTC'],
  ])('%j', async (options, heading) => {
    const lines = await report([], options);
    const end = lines.findIndex((line) => line.startsWith('  '));
    expect(lines.slice(0, end).join(' ')).toBe(heading);
  });

  test('and it is said when nothing matches', async () => {
    expect(await report([], { source: ['nope'] })).toEqual([
      'Sessions from source nope, UTC',
      '  No session is among these.',
    ]);
  });
});

describe('messages by day', () => {
  test('end with today, and one of another century is told apart', async () => {
    const later = Date.parse('2533-03-20T00:00Z') / 1000;
    const lines = await report([TEST_NOW - 2 * DAY, TEST_NOW - DAY, later, TEST_NOW + DAY]);
    expect(daysOf(lines)).toHaveLength(2);
    expect(lines).toContain('Messages by day');
    expect(lines).toContain('  after today: 2 messages on 2 days, until 2533-03-20 Fri');
  });

  test('say which they are, and how many days and messages came before', async () => {
    const times = Array.from({ length: 40 }, (_, day) => TEST_NOW - day * DAY);
    const lines = await report([...times, ...times]);
    expect(daysOf(lines)).toHaveLength(31);
    expect(lines).toContain('Messages by day, 31 days up to 2026-05-28 Thu');
    expect(lines).toContain('  earlier: 18 messages on 9 days, since 2026-04-19 Sun');
  });

  test('of a store with none before today tell those that are to come', async () => {
    const lines = await report([TEST_NOW + 3 * DAY]);
    expect(daysOf(lines)).toEqual([]);
    expect(lines).toContain('  after today: 1 message on 1 day, until 2026-05-31 Sun');
  });
});
