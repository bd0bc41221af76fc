import type { CostSummary } from '../cost.js';
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
  /** Of each cost basis, by its place in `COST_BASES`. */
  private readonly sessionsByBasis = COST_BASES.map(() => 0);
  private readonly usdByBasis = COST_BASES.map((): number | null => null);

  /** Adds the session at a place of the facts: its own counters, once. */
  addSession(facts: SessionFacts, place: number): void {
    const basis = facts.costBasis[place] ?? 0;
    const active = facts.lastActiveAt[place] ?? null;
    this.sessions += 1;
    this.messages += facts.messages[place] ?? 0;
    this.toolCalls += facts.toolCalls[place] ?? 0;
    this.sessionsByBasis[basis] = (this.sessionsByBasis[basis] ?? 0) + 1;
    if (active !== null) this.lastActiveAt = Math.max(this.lastActiveAt ?? active, active);
    this.addUsage(facts, place, basis, 1);
  }

  addConversation(): void {
    this.conversations += 1;
  }

  /** Adds what a session used through a model that is not its own, or with -1 takes it away. */
  addMoved(facts: SessionFacts, place: number, sign: 1 | -1): void {
    const basis = facts.costBasis[facts.moved.session[place] ?? 0] ?? 0;
    this.addUsage(facts.moved, place, basis, sign);
  }

  figures(): Figures {
    const sessions = (basis: CostBasis) => this.sessionsByBasis[COST_BASES.indexOf(basis)] ?? 0;
    const usd = (basis: CostBasis) => this.usdByBasis[COST_BASES.indexOf(basis)] ?? null;
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
      cost: {
        usd: this.usdByBasis.reduce(addDollars, null),
        actualUsd: usd('ACTUAL'),
        estimatedUsd: usd('ESTIMATED'),
        actualSessions: sessions('ACTUAL'),
        estimatedSessions: sessions('ESTIMATED'),
        includedSessions: sessions('INCLUDED'),
        unknownSessions: sessions('UNKNOWN'),
      },
      lastActiveAt: this.lastActiveAt,
    };
  }

  private addUsage(used: UsageColumns, place: number, basis: number, sign: 1 | -1): void {
    const { usage } = this;
    const { tokens } = used;
    usage.input += sign * (tokens.input[place] ?? 0);
    usage.output += sign * (tokens.output[place] ?? 0);
    usage.cacheRead += sign * (tokens.cacheRead[place] ?? 0);
    usage.cacheWrite += sign * (tokens.cacheWrite[place] ?? 0);
    usage.reasoning += sign * (tokens.reasoning[place] ?? 0);
    this.apiCalls += sign * (used.apiCalls[place] ?? 0);
    const usd = used.usd[place] ?? null;
    if (usd === null) return;
    this.usdByBasis[basis] = addDollars(this.usdByBasis[basis] ?? null, sign * usd);
  }
}

/** The figures of no session. */
export const NOTHING: Figures = new Tally().figures();

interface UsageColumns {
  tokens: TokenColumns;
  apiCalls: readonly number[];
  usd: readonly (number | null)[];
}

/** Dollars added up, null where none are known. */
function addDollars(sum: number | null, usd: number | null): number | null {
  if (sum === null || usd === null) return sum ?? usd;
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, sum + usd));
}
