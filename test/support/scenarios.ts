import { expect } from 'vitest';
import { insertSeed, tableRows, type GoldenScenario, type GoldenStep } from './golden.js';
import { ReferenceError, ReferenceStore } from './reference-store.js';
import { openTestStore, testClock } from './store.js';

/** Steps whose answer is meant to differ from the reference, by their place, each with the reason. */
export type Differences = Readonly<Record<number, string>>;

/**
 * Runs a scenario against a new store of ours and expects every answer, every error and the tables
 * afterwards to be the reference's. Steps that are meant to differ are not called; their reading of
 * the clock is made up for.
 */
export async function expectScenario(
  scenario: GoldenScenario,
  differences: Differences = {},
): Promise<void> {
  const clock = testClock(scenario.clock.start);
  const opened = openTestStore({
    seed: (db) => insertSeed(db, scenario.seed ?? {}),
    clock,
    after: () => undefined,
  });
  try {
    const reference = new ReferenceStore(opened.store, clock, scenario.clock.step);
    for (const [place, step] of scenario.steps.entries()) {
      const name = `${scenario.name}, step ${place}: ${step.method}`;
      if (place in differences) reference.skip(step.method);
      else expect(await outcome(reference, step), name).toEqual(expected(step));
    }
    const tables = Object.keys(scenario.after);
    const after = opened.raw((db) => tables.map((table) => [table, tableRows(db, table)]));
    expect(Object.fromEntries(after), `${scenario.name}, afterwards`).toEqual(scenario.after);
  } finally {
    await opened.close();
  }
}

async function outcome(reference: ReferenceStore, step: GoldenStep): Promise<unknown> {
  try {
    return { result: await reference.call(step.method, step.kwargs ?? {}) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { error: { type: error.type, message: error.message } };
  }
}

function expected({ result, error }: GoldenStep): unknown {
  return error === undefined ? { result } : { error };
}
