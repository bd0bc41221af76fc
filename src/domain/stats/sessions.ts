import { totalTokens } from '../usage.js';
import { decoded, type Coded, type SessionFacts } from './facts.js';
import { Tally, type Figures } from './figures.js';

/** Figures of the sessions that have a value in common; null is those that have none. */
export interface KeyedFigures extends Figures {
  key: string | null;
}

/** What sessions are grouped by. */
export const STATS_KEYS = ['source', 'model', 'provider', 'endReason'] as const;
export type StatsKey = (typeof STATS_KEYS)[number];

/** All sessions and conversations of the facts together. */
export function totalFigures(facts: SessionFacts): Figures {
  const tally = new Tally();
  facts.rowids.forEach((_, place) => tally.addSession(facts, place));
  facts.conversations.startedAt.forEach(() => tally.addConversation());
  return tally.figures();
}

/**
 * Figures by one of the sessions' values, the most sessions first. Each session and each
 * conversation is in one group, so the groups add up to the total. Tokens, calls and dollars
 * that a session spent through other models are in the groups of those.
 */
export function figuresBy(facts: SessionFacts, key: StatsKey): KeyedFigures[] {
  const tallies = new Map<string | null, Tally>();
  const of = (column: Coded, place: number) => tallyOf(tallies, decoded(column, place));
  facts.rowids.forEach((_, place) => of(facts[key], place).addSession(facts, place));
  facts.conversations.startedAt.forEach((_, place) =>
    of(facts.conversations[key], place).addConversation(),
  );
  if (key === 'model') {
    facts.moved.session.forEach((session, place) => {
      of(facts.model, session).addMoved(facts, place, -1);
      of(facts.moved.model, place).addMoved(facts, place, 1);
    });
  }
  return [...tallies]
    .map(([value, tally]) => ({ key: value, ...tally.figures() }))
    .sort(largestFirst);
}

function tallyOf<Key>(tallies: Map<Key, Tally>, key: Key): Tally {
  const known = tallies.get(key);
  if (known !== undefined) return known;
  const tally = new Tally();
  tallies.set(key, tally);
  return tally;
}

function largestFirst(a: KeyedFigures, b: KeyedFigures): number {
  return (
    b.sessionCount - a.sessionCount ||
    totalTokens(b.usage) - totalTokens(a.usage) ||
    Number(a.key === null) - Number(b.key === null) ||
    ((a.key ?? '') < (b.key ?? '') ? -1 : 1)
  );
}
