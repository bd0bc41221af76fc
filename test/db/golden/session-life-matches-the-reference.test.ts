import { describe, expect, it } from 'vitest';
import { golden, type GoldenScenario } from '../../support/golden.js';
import { expectScenario, type Differences } from '../../support/scenarios.js';

/** What the reference was asked that our verbs cannot be asked, by file, scenario and step. */
const DIFFERENCES: Record<string, Record<string, Differences>> = {
  lifecycle: {
    'create edge cases': {
      1: 'a session without a source: the reference makes none and says nothing; ours wants one',
      7: 'a keyword that does not exist: inputs have types',
    },
    'append errors': { 2: 'a message without a role: inputs have types' },
    'replace_messages failure rolls back': {
      2: 'a message without a role: inputs have types (another refusal rolls back in another test)',
    },
  },
};

describe.each([
  'lifecycle',
  'token_counts',
  'prune_delete',
  'maintenance',
  'meta_handoff',
  'telegram_topics',
])('%s', (file) => {
  const { scenarios } = golden(file) as { scenarios: GoldenScenario[] };
  const differences = DIFFERENCES[file] ?? {};

  it.each(scenarios)('$name', async (scenario) => {
    await expectScenario(scenario, differences[scenario.name]);
  });

  it('has the scenarios that differences are listed for', () => {
    const names = scenarios.map(({ name }) => name);
    expect(Object.keys(differences).filter((name) => !names.includes(name))).toEqual([]);
  });
});
