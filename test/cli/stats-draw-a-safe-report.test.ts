import { describe, expect, test } from 'vitest';
import { readFigures } from '../../src/cli/stats/figures.js';
import { reportLines } from '../../src/cli/stats/report.js';
import { scopeOf, type ScopeOptions } from '../../src/cli/stats/scope.js';
import {
  bar,
  COLOURED,
  compact,
  dollars,
  duration,
  PLAIN,
  spark,
  table,
} from '../../src/cli/stats/text.js';
import { displayWidth, safeText } from '../../src/cli/stats/width.js';
import { insertMessage, insertSession, openTestStore, type TestStore } from '../support/store.js';

const at = (iso: string) => Date.parse(iso) / 1000;

async function report(
  { store, clock }: TestStore,
  options: ScopeOptions = {},
  style = PLAIN,
  columns = 80,
) {
  const scope = scopeOf(options, clock(), 'UTC');
  return reportLines(await readFigures(store, scope, clock()), style, columns);
}

const sample = () =>
  openTestStore({
    seed: (db) => {
      insertSession(db, 'a', {
        started_at: at('2026-05-04T10:00Z'),
        model: 'gpt-5',
        title: 'Fix the build',
        input_tokens: 1000,
        actual_cost_usd: 1,
      });
      insertSession(db, 'b', {
        source: 'telegram',
        started_at: at('2026-05-06T10:00Z'),
        estimated_cost_usd: 2,
      });
      insertSession(db, 'c', { started_at: at('2026-05-06T10:00Z') });
      for (const day of ['04', '04', '06']) {
        insertMessage(db, 'a', 'user', 'hi', { timestamp: at(`2026-05-${day}T12:00Z`) });
      }
      insertMessage(db, 'a', 'tool', 'ok', {
        tool_name: 'terminal',
        timestamp: at('2026-05-06T13:00Z'),
      });
    },
  });

describe('the report', () => {
  test('tells totals, cost by what it rests on, models, sources, tools and top sessions', async () => {
    const text = (await report(sample())).join('\n');
    for (const expected of [
      /Sessions +3 +3 conversations, 0 active, 0 ended/,
      /Messages +4 +user 3, tool 1/,
      /Cost +\$3\.00 +actual \$1\.00, estimated \$2\.00$/m,
      /^ +sessions of unknown cost 1$/m,
      /Active days +2 +longest streak 1/,
      /gpt-5 +1 +4 +1,000 +\$1\.00/,
      /\(no model\) +2 +0 +0 +\$2\.00/,
      /telegram +1/,
      /terminal +1 +█/,
      /a +1,000 +Fix the build/,
    ]) {
      expect(text).toMatch(expected);
    }
  });

  test('has a bar a day, days without messages too', async () => {
    const lines = (await report(sample())).filter((line) => /^ +2026-/.test(line));
    expect(lines.map((line) => line.trim().replace(/ {2,}/g, ' | '))).toEqual([
      `2026-05-04 Mon | 2 | ${'█'.repeat(40)} | 1 session`,
      '2026-05-05 Tue | 0',
      `2026-05-06 Wed | 2 | ${'█'.repeat(40)} | 1 session`,
    ]);
  });

  test('says what it covers', async () => {
    expect((await report(sample()))[0]).toBe('All sessions, UTC');
    const ranged = await report(sample(), { from: '2026-05-05', until: '2026-05-07' });
    expect(ranged[0]).toBe('Sessions that started from 2026-05-05 Tue before 2026-05-07 Thu, UTC');
    expect(ranged.join('\n')).toMatch(/Sessions +2 /);
  });

  test('of an empty store is short and whole', async () => {
    const lines = await report(openTestStore());
    expect(lines.join('\n')).toMatch(/Sessions +0 +0 conversations/);
    expect(lines.join('\n')).toMatch(/Cost +–$/m);
    expect(lines.some((line) => line.startsWith('Models'))).toBe(false);
  });

  test('is coloured only when asked to', async () => {
    expect((await report(sample())).join('')).not.toContain('\u001B');
    expect((await report(sample(), {}, COLOURED)).join('')).toContain('\u001B[1mModels\u001B[0m');
  });

  test.each([120, 80, 60, 40])('fits its lines into %i columns', async (columns) => {
    const store = openTestStore({
      fixture: 'v11_rich.db',
      seed: (db) =>
        insertSession(db, 'big', {
          model: 'a/name/that/is/longer/than/any/column/has/room/for',
          title: '部署流程排查 👩‍👩‍👧 '.repeat(8),
          input_tokens: 2n ** 52n,
          cache_read_tokens: 2n ** 52n,
        }),
    });
    const cases: [TestStore, ScopeOptions][] = [
      [store, {}],
      [store, { source: ['cli', 'telegram', 'a-source-with-a-name-that-is-long'], days: 3000 }],
      [sample(), {}],
    ];
    for (const [each, options] of cases) {
      for (const line of await report(each, options, PLAIN, columns)) {
        expect(displayWidth(line), line).toBeLessThanOrEqual(columns);
      }
    }
  });
});

describe('names from the file', () => {
  test('cannot steer the terminal', async () => {
    const evil = 'x\u001B]0;owned\u0007\u001B[2J\r\n\u202Ey';
    const store = openTestStore({
      seed: (db) => {
        insertSession(db, 'a', { source: evil, model: evil, title: evil, input_tokens: 1 });
        insertMessage(db, 'a', evil, 'hi', { tool_name: evil });
        insertMessage(db, 'a', 'tool', 'hi', { tool_name: evil });
      },
    });
    const lines = await report(store);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\u202E]/u);
    expect(lines.join('\n')).toContain('x ]0;owned [2J y');
  });

  test('are cut to what fits, by the width of their characters', () => {
    expect(safeText('abcdef', 6)).toBe('abcdef');
    expect(safeText('abcdefg', 6)).toBe('abcde…');
    expect(safeText('部署流程排查', 12)).toBe('部署流程排查');
    expect(displayWidth(safeText('部署流程排查', 7))).toBe(7);
  });

  test('keep columns aligned where characters are wide', () => {
    const lines = table([
      ['部署', 5],
      ['ab', 1000],
    ]);
    expect(lines).toEqual(['部署      5', 'ab    1,000']);
  });
});

describe('figures', () => {
  test('bars grow in eighths, and something is never nothing', () => {
    expect(bar(10, 10, 4)).toBe('████');
    expect(bar(5, 10, 4)).toBe('██');
    expect(bar(1, 1000, 4)).toBe('▏');
    expect(bar(0, 10, 4)).toBe('');
    expect(bar(3, 8, 1)).toBe('▍');
    expect(spark([0, 1, 4, 8])).toBe(' ▁▄█');
    expect(spark([])).toBe('');
    expect(spark([8, 0, 0])).toBe('█');
  });

  test('dollars and durations are as people write them', () => {
    expect([null, 0, 0.0123, 1234.5].map(dollars)).toEqual(['–', '$0.00', '$0.0123', '$1,234.50']);
    expect([0.5, 0.227, -0.5, -0.001, -0.00001, -0, -12].map(dollars)).toEqual([
      '$0.50',
      '$0.2270',
      '-$0.50',
      '-$0.0010',
      '$0.00',
      '$0.00',
      '-$12.00',
    ]);
    expect([0, 950, 312_423, 12_345_678].map(compact)).toEqual(['0', '950', '312.4K', '12.3M']);
    expect([null, 0, 59, 90, 5400, 200_000].map(duration)).toEqual([
      '–',
      '0 s',
      '59 s',
      '2 min',
      '1.5 h',
      '2.3 days',
    ]);
  });
});
