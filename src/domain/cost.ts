import type { CostBasis, SessionRow } from './session.js';

/**
 * What many sessions cost, by what each cost rests on. Dollars are null where nothing is known, and
 * `usd` is `actualUsd` and `estimatedUsd` together.
 */
export interface CostSummary {
  usd: number | null;
  actualUsd: number | null;
  estimatedUsd: number | null;
  actualSessions: number;
  estimatedSessions: number;
  includedSessions: number;
  unknownSessions: number;
}

/** The costs of sessions added up: each counts with its actual cost, else with its estimate. */
export function sumCosts(
  sessions: readonly Pick<SessionRow, 'cost_usd' | 'cost_basis'>[],
): CostSummary {
  const tally = new CostTally();
  for (const { cost_basis: basis, cost_usd: usd } of sessions) {
    tally.addSession(basis);
    tally.addDollars(basis, usd);
  }
  return tally.summary();
}

/** A summary in the making. Dollars may also be added without a session, and taken away. */
export class CostTally {
  private readonly sessions = { ACTUAL: 0, ESTIMATED: 0, INCLUDED: 0, UNKNOWN: 0 };
  private readonly all = new DollarSum();
  private readonly actual = new DollarSum();
  private readonly estimated = new DollarSum();

  addSession(basis: CostBasis): void {
    this.sessions[basis] += 1;
  }

  /**
   * Adds what is known of a cost. A subscription costs nothing; what such a session has beside it was
   * estimated before the subscription took over.
   */
  addDollars(basis: CostBasis, usd: number | null): void {
    this.all.add(usd);
    if (basis === 'ACTUAL') this.actual.add(usd);
    if (basis === 'ESTIMATED' || (basis === 'INCLUDED' && usd !== 0)) this.estimated.add(usd);
  }

  summary(): CostSummary {
    return {
      usd: this.all.total(),
      actualUsd: this.actual.total(),
      estimatedUsd: this.estimated.total(),
      actualSessions: this.sessions.ACTUAL,
      estimatedSessions: this.sessions.ESTIMATED,
      includedSessions: this.sessions.INCLUDED,
      unknownSessions: this.sessions.UNKNOWN,
    };
  }
}

/**
 * Dollars added up without the rounding of floats: what each addition cuts off is kept and added at
 * the end (Neumaier). Sums beyond all measure are held at the largest float.
 */
export class DollarSum {
  private sum = 0;
  private cutOff = 0;
  private isKnown = false;

  /** Adds dollars; what is null or not finite is unknown and adds nothing. */
  add(usd: number | null): void {
    if (usd === null || !Number.isFinite(usd)) return;
    this.isKnown = true;
    const sum = this.sum + usd;
    if (!Number.isFinite(sum)) {
      this.sum = Math.sign(sum) * Number.MAX_VALUE;
      this.cutOff = 0;
      return;
    }
    const larger = Math.abs(this.sum) >= Math.abs(usd) ? this.sum : usd;
    const smaller = larger === usd ? this.sum : usd;
    this.cutOff += larger - sum + smaller;
    this.sum = sum;
  }

  /** The sum to a billionth of a dollar, null when nothing was known. */
  total(): number | null {
    if (!this.isKnown) return null;
    const total = this.sum + this.cutOff;
    return roundDollars(Number.isFinite(total) ? total : this.sum);
  }
}

const PLACES = 1e9;
/** About nine million: beyond, a float holds no billionths. */
const MOST_ROUNDED = Number.MAX_SAFE_INTEGER / PLACES;

/** Dollars to a billionth, so that what floats add to them is not shown. */
export function roundDollars(usd: number): number {
  // Adding 0 turns -0 into 0.
  return Math.abs(usd) <= MOST_ROUNDED ? Math.round(usd * PLACES) / PLACES + 0 : usd;
}

/** Dollars as they are shown: rounded, and null where they are unknown or no number. */
export function shownDollars(usd: number | null): number | null {
  return usd === null || !Number.isFinite(usd) ? null : roundDollars(usd);
}
