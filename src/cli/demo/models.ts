import type { Random } from './random.js';

/** US dollars for a million tokens. */
interface Prices {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** A model as reached through one provider: who bills it, how it thinks, and what is known of its cost. */
export interface ModelRoute {
  model: string;
  provider: string;
  baseUrl: string;
  mode: string | null;
  /** What the cost of its sessions rests on. */
  basis: 'actual' | 'estimated' | 'included' | 'unknown';
  prices: Prices;
  /** Where its reasoning is kept: nowhere, as text, as content, as details, or as Codex items. */
  thinks: 'no' | 'text' | 'content' | 'details' | 'codex';
  /** Whether it bills what it writes to its cache. */
  writesCache: boolean;
  /** How the ids of its tool calls begin. */
  callPrefix: string;
}

const OPENROUTER = {
  provider: 'openrouter',
  baseUrl: 'https://openrouter.ai/api/v1',
  mode: 'api_key',
  writesCache: false,
  callPrefix: 'call_',
};
const NOUS = {
  provider: 'nous',
  baseUrl: 'https://inference-api.nousresearch.com/v1',
  writesCache: false,
  callPrefix: 'call_',
};

function prices(input: number, output: number, cacheRead = input / 10, cacheWrite = 0): Prices {
  return { input, output, cacheRead, cacheWrite };
}

/** The routes with their weights. Prices are invented, of the size that such prices have. */
export const ROUTES: readonly (readonly [ModelRoute, number])[] = [
  [
    {
      ...OPENROUTER,
      model: 'anthropic/claude-sonnet-4.6',
      basis: 'actual',
      prices: prices(3, 15, 0.3, 3.75),
      thinks: 'details',
      writesCache: true,
      callPrefix: 'toolu_01',
    },
    20,
  ],
  [
    {
      ...OPENROUTER,
      model: 'openai/gpt-5.2',
      basis: 'actual',
      prices: prices(1.75, 14),
      thinks: 'no',
    },
    12,
  ],
  [
    {
      ...OPENROUTER,
      model: 'deepseek/deepseek-v3.2',
      basis: 'estimated',
      prices: prices(0.28, 0.42),
      thinks: 'content',
    },
    12,
  ],
  [
    {
      ...OPENROUTER,
      model: 'qwen/qwen3-max',
      basis: 'estimated',
      prices: prices(1.2, 6),
      thinks: 'text',
    },
    8,
  ],
  [
    {
      ...OPENROUTER,
      model: 'google/gemini-3-flash',
      basis: 'actual',
      prices: prices(0.5, 3),
      thinks: 'details',
    },
    6,
  ],
  [
    {
      ...OPENROUTER,
      model: 'z-ai/glm-4.7:free',
      basis: 'actual',
      prices: prices(0, 0),
      thinks: 'text',
    },
    3,
  ],
  [
    {
      model: 'claude-opus-4.7',
      provider: 'anthropic',
      baseUrl: 'https://api.anthropic.com',
      mode: 'api_key',
      basis: 'estimated',
      prices: prices(5, 25, 0.5, 6.25),
      thinks: 'details',
      writesCache: true,
      callPrefix: 'toolu_01',
    },
    11,
  ],
  [
    {
      ...NOUS,
      model: 'moonshotai/kimi-k2.6',
      mode: 'api_key',
      basis: 'estimated',
      prices: prices(0.6, 2.5),
      thinks: 'content',
    },
    8,
  ],
  [
    {
      model: 'gpt-5.2-codex',
      provider: 'openai-codex',
      baseUrl: 'https://chatgpt.com/backend-api/codex',
      mode: 'subscription_included',
      basis: 'included',
      prices: prices(0, 0),
      thinks: 'codex',
      writesCache: false,
      callPrefix: 'call_',
    },
    12,
  ],
  [
    {
      ...NOUS,
      model: 'nousresearch/hermes-4-405b',
      mode: 'subscription_included',
      basis: 'included',
      prices: prices(0, 0),
      thinks: 'text',
    },
    5,
  ],
  [
    {
      model: 'qwen3:32b',
      provider: 'custom',
      baseUrl: 'http://127.0.0.1:11434/v1',
      mode: null,
      basis: 'unknown',
      prices: prices(0, 0),
      thinks: 'text',
      writesCache: false,
      callPrefix: 'call_',
    },
    7,
  ],
];

/** A route, in proportion to the weights. */
export function pickRoute(random: Random): ModelRoute {
  return random.weighted(ROUTES);
}
