import { describe, expect, it } from 'vitest';
import type { UsageRecord } from '../../src/domain/writes.js';
import type { Columns } from '../support/rows.js';
import { insertSession, openTestStore } from '../support/store.js';

const MOST = 2n ** 63n - 1n;

function open(columns: Columns = {}) {
  const opened = openTestStore({ seed: (db) => insertSession(db, 'a', columns) });
  const record = (usage: Partial<UsageRecord>) =>
    opened.store.recordUsage({ sessionId: 'a', mode: 'ADD', ...usage });
  const stored = (column: string) =>
    opened.raw((db) => {
      const statement = db.prepare(`SELECT typeof(${column}), ${column} FROM sessions`).raw();
      return statement.safeIntegers().get();
    });
  return { record, stored };
}

describe('a sum that the file cannot hold', () => {
  it.each([
    ['estimatedCostUsd', 'estimated_cost_usd'],
    ['actualCostUsd', 'actual_cost_usd'],
  ])('of dollars is refused, and the last one stays: %s', async (field, column) => {
    const { record, stored } = open();
    await record({ [field]: 1e308 });
    await expect(record({ [field]: 1e308, model: 'other' })).rejects.toMatchObject({
      name: 'InvalidInputError',
      field,
      message: `\`${field}\` is 1e+308; with what is stored that is more than the file can hold.`,
    });
    expect(stored(column)).toEqual(['real', 1e308]);
    expect(stored('model')).toEqual(['null', null]);
  });

  it.each([
    ['inputTokens', 'input_tokens'],
    ['outputTokens', 'output_tokens'],
    ['cacheReadTokens', 'cache_read_tokens'],
    ['cacheWriteTokens', 'cache_write_tokens'],
    ['reasoningTokens', 'reasoning_tokens'],
    ['apiCallCount', 'api_call_count'],
  ])('of a counter is refused, and the last one stays: %s', async (field, column) => {
    const { record, stored } = open({ [column]: MOST - 5n });
    await expect(record({ [field]: 6 })).rejects.toMatchObject({ field });
    expect(stored(column)).toEqual(['integer', MOST - 5n]);
  });

  it('that was so before keeps no other number from being recorded, and can be replaced', async () => {
    const { record, stored } = open({ estimated_cost_usd: Infinity });
    await record({ inputTokens: 5 });
    expect(stored('input_tokens')).toEqual(['integer', 5n]);
    await expect(record({ estimatedCostUsd: 1 })).rejects.toMatchObject({
      field: 'estimatedCostUsd',
    });
    await record({ mode: 'SET', estimatedCostUsd: 1 });
    expect(stored('estimated_cost_usd')).toEqual(['real', 1]);
  });
});

it('adds to a counter beyond 2^53 without rounding it', async () => {
  const { record, stored } = open({ input_tokens: 2n ** 53n + 1n });
  await record({ inputTokens: 1 });
  expect(stored('input_tokens')).toEqual(['integer', 2n ** 53n + 2n]);
});

it('takes away with ADD, below zero too as the reference does, and refuses it with SET', async () => {
  const { record, stored } = open({ input_tokens: 3 });
  await record({ inputTokens: -5 });
  expect(stored('input_tokens')).toEqual(['integer', -2n]);
  const usage = { inputTokens: -5, estimatedCostUsd: -1, actualCostUsd: -1, apiCallCount: -1 };
  for (const [field, value] of Object.entries(usage)) {
    await expect(record({ mode: 'SET', [field]: value })).rejects.toMatchObject({
      field,
      message: `\`${field}\` is ${value}; what replaces a number must not be negative.`,
    });
  }
  expect(stored('input_tokens')).toEqual(['integer', -2n]);
});
