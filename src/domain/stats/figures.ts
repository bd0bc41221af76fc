import { CostTally, type CostSummary } from '../cost.js';
import { COST_BASES, type CostBasis } from '../session.js';
import { addCounts, type Usage } from '../usage.js';
import type { SessionFacts, TokenColumns } from './facts.js';

/** What is counted of many sessions, the same for a total and for each of its parts. */
export interface Figures {
  sessionCount: number;
  conversationCount: number;
  messageCount: number;
  toolCallCount: number;
  apiCallCount: number;
  usage: Usage;
  cost: CostSummary;
  /** Epoch seconds of the last activity of any of the sessions. */
  lastActiveAt: number | null;
}

/** A sum in the making. Counts are held within ±(2^53 − 1) and dollars stay finite. */
export class Tally {
  private sessions = 0;
  private conversations = 0;
  private messages = 0;
  private toolCalls = 0;
  private apiCalls = 0;
  private lastActiveAt: number | null = null;
  private readonly usage: Usage = {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    reasoning: 0,
  };
  private readonly cost = new CostTally();

  /** Adds the session at a place of the facts: its own counters, once. */
  addSession(facts: SessionFacts, place: number): void {
    const basis = basisAt(facts, place);
    const active = facts.lastActiveAt[place] ?? null;
    this.sessions += 1;
    this.messages += facts.messages[place] ?? 0;
    this.toolCalls += facts.toolCalls[place] ?? 0;
    this.cost.addSession(basis);
    if (active !== null) this.lastActiveAt = Math.max(this.lastActiveAt ?? active, active);
    this.addUsage(facts, place, basis, 1);
  }

  addConversation(): void {
    this.conversations += 1;
  }

  /** Adds what a session used through a model that is not its own, or with -1 takes it away. */
  addMoved(facts: SessionFacts, place: number, sign: 1 | -1): void {
    const basis = basisAt(facts, facts.moved.session[place] ?? -1);
    this.addUsage(facts.moved, place, basis, sign);
  }

  figures(): Figures {
    return {
      sessionCount: this.sessions,
      conversationCount: this.conversations,
      messageCount: this.messages,
      toolCallCount: addCounts([this.toolCalls]),
      apiCallCount: addCounts([this.apiCalls]),
      usage: {
        input: addCounts([this.usage.input]),
        output: addCounts([this.usage.output]),
        cacheRead: addCounts([this.usage.cacheRead]),
        cacheWrite: addCounts([this.usage.cacheWrite]),
        reasoning: addCounts([this.usage.reasoning]),
      },
      cost: this.cost.summary(),
      lastActiveAt: this.lastActiveAt,
    };
  }

  private addUsage(used: UsageColumns, place: number, basis: CostBasis, sign: 1 | -1): void {
    const { usage } = this;
    const { tokens } = used;
    usage.input += sign * (tokens.input[place] ?? 0);
    usage.output += sign * (tokens.output[place] ?? 0);
    usage.cacheRead += sign * (tokens.cacheRead[place] ?? 0);
    usage.cacheWrite += sign * (tokens.cacheWrite[place] ?? 0);
    usage.reasoning += sign * (tokens.reasoning[place] ?? 0);
    this.apiCalls += sign * (used.apiCalls[place] ?? 0);
    const usd = used.usd[place] ?? null;
    if (usd !== null) this.cost.addDollars(basis, sign * usd);
  }
}

/** The figures of no session. */
export const NOTHING: Figures = new Tally().figures();

interface UsageColumns {
  tokens: TokenColumns;
  apiCalls: readonly number[];
  usd: readonly (number | null)[];
}

function basisAt(facts: SessionFacts, place: number): CostBasis {
  return COST_BASES[facts.costBasis[place] ?? -1] ?? 'UNKNOWN';
}
