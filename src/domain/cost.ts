import type { SessionRow } from './session.js';

/** What many sessions cost, by what each cost rests on. Dollars are null where nothing is known. */
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
  const of = (...bases: SessionRow['cost_basis'][]) =>
    sessions.filter((session) => bases.includes(session.cost_basis));
  return {
    usd: sumKnown(sessions),
    actualUsd: sumKnown(of('ACTUAL')),
    estimatedUsd: sumKnown(of('ESTIMATED')),
    actualSessions: of('ACTUAL').length,
    estimatedSessions: of('ESTIMATED').length,
    includedSessions: of('INCLUDED').length,
    unknownSessions: of('UNKNOWN').length,
  };
}

function sumKnown(sessions: readonly Pick<SessionRow, 'cost_usd'>[]): number | null {
  const known = sessions.map((session) => session.cost_usd).filter((usd) => usd !== null);
  return known.length === 0 ? null : known.reduce((sum, usd) => sum + usd, 0);
}
