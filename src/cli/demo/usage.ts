import type { ModelRoute } from './models.js';
import type { Random } from './random.js';
import type { SessionSeed } from './seed-rows.js';

/** Longer contexts than this are cut by the agent, so a call never sends more tokens. */
const CONTEXT_LIMIT = 180_000;
const CHARACTERS_A_TOKEN = 3.7;

/** The usage and cost columns of a session. */
export type UsageColumns = Pick<
  SessionSeed,
  | 'input_tokens'
  | 'output_tokens'
  | 'cache_read_tokens'
  | 'cache_write_tokens'
  | 'reasoning_tokens'
  | 'api_call_count'
> &
  Billing;

/** Counts the tokens of a session as its calls send an ever longer context. */
export interface Meter {
  /** Tokens that the next call sends for the first time. */
  hear(tokens: number): void;
  /** One call to the model; `reasoning` is part of `output`. */
  call(output: number, reasoning: number): void;
  columns(): UsageColumns;
}

/** About how many tokens a text has. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_A_TOKEN);
}

/** Starts counting; `promptTokens` is what the system prompt and the tools take in each call. */
export function createMeter(random: Random, route: ModelRoute, promptTokens: number): Meter {
  let known = 0;
  let fresh = promptTokens;
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, calls: 0 };

  function call(output: number, reasoning: number): void {
    if (random.chance(0.9)) {
      sum.cacheRead += known;
    } else {
      fresh += known;
      known = 0;
    }
    if (route.writesCache) {
      sum.cacheWrite += fresh;
      sum.input += random.int(3, 40);
    } else {
      sum.input += fresh;
    }
    sum.output += output;
    sum.reasoning += reasoning;
    sum.calls += 1;
    known = Math.min(known + fresh, CONTEXT_LIMIT);
    fresh = output;
  }

  function columns(): UsageColumns {
    const { prices } = route;
    const micros =
      sum.input * prices.input +
      sum.output * prices.output +
      sum.cacheRead * prices.cacheRead +
      sum.cacheWrite * prices.cacheWrite;
    return {
      input_tokens: sum.input,
      output_tokens: sum.output,
      cache_read_tokens: sum.cacheRead,
      cache_write_tokens: sum.cacheWrite,
      reasoning_tokens: sum.reasoning,
      api_call_count: sum.calls,
      ...(sum.calls === 0 ? NOTHING_BILLED : billed(random, route, Math.round(micros) / 1e6)),
    };
  }

  return { hear: (tokens) => void (fresh += tokens), call, columns };
}

type Billing = Pick<
  SessionSeed,
  | 'billing_provider'
  | 'billing_base_url'
  | 'billing_mode'
  | 'estimated_cost_usd'
  | 'actual_cost_usd'
  | 'cost_status'
  | 'cost_source'
  | 'pricing_version'
>;

const NOTHING_BILLED: Billing = {
  billing_provider: null,
  billing_base_url: null,
  billing_mode: null,
  estimated_cost_usd: null,
  actual_cost_usd: null,
  cost_status: null,
  cost_source: null,
  pricing_version: null,
};

const PRICED = {
  cost_status: 'estimated',
  cost_source: 'pricing_table',
  pricing_version: '2026-05-01',
};

/** Who billed a session and what its cost rests on; columns that say nothing of it are NULL. */
function billed(random: Random, route: ModelRoute, usd: number): Billing {
  const biller = {
    ...NOTHING_BILLED,
    billing_provider: route.provider,
    billing_base_url: route.baseUrl,
    billing_mode: route.mode,
  };
  switch (route.basis) {
    case 'unknown':
      return biller;
    case 'included':
      return { ...biller, estimated_cost_usd: 0, cost_status: 'included', cost_source: 'none' };
    case 'estimated':
      return { ...biller, ...PRICED, estimated_cost_usd: usd };
    case 'actual':
      return {
        ...biller,
        ...PRICED,
        estimated_cost_usd: usd,
        actual_cost_usd: Math.round(usd * random.float(0.93, 1.05) * 1e6) / 1e6,
        cost_status: 'actual',
        cost_source: 'provider_generation_api',
      };
  }
}
