import type { TopSessions } from './top.js';

/**
 * What statistics rest on, a column a list: small, and quick to hand from one process to another.
 * All lists of one object have the same length, a place for each session.
 */
export interface SessionFacts {
  /** Row numbers, by which other facts name a session: they are the same whatever its id holds. */
  rowids: number[];
  source: Coded;
  model: Coded;
  provider: Coded;
  endReason: Coded;
  isEnded: boolean[];
  /** Epoch seconds; null where the file holds no time. */
  startedAt: (number | null)[];
  lastActiveAt: (number | null)[];
  /** Seconds; null where it is unknown. */
  duration: (number | null)[];
  messages: number[];
  toolCalls: number[];
  apiCalls: number[];
  tokens: TokenColumns;
  /** Known cost in US dollars, null where it is unknown. */
  usd: (number | null)[];
  /** Index in `COST_BASES`. */
  costBasis: number[];
  moved: MovedUsage;
  top: TopSessions;
  conversations: ConversationFacts;
}

/** A column of few different texts: for each place the index of its text. */
export interface Coded {
  values: (string | null)[];
  codes: number[];
}

export interface TokenColumns {
  input: number[];
  output: number[];
  cacheRead: number[];
  cacheWrite: number[];
  reasoning: number[];
}

/** What sessions used through other models than their own, a place for each session and model. */
export interface MovedUsage {
  /** Place of the session in the facts. */
  session: number[];
  model: Coded;
  tokens: TokenColumns;
  apiCalls: number[];
  /** Null where the session's cost is unknown, or nobody noted what this model cost. */
  usd: (number | null)[];
}

/**
 * The conversations that a filter admits: source and start of the first session, and how the last
 * one stands, as the list of conversations has it.
 */
export interface ConversationFacts {
  source: Coded;
  model: Coded;
  provider: Coded;
  endReason: Coded;
  startedAt: (number | null)[];
}

/** Texts as a coded column; an empty text is no value. */
export function coded(texts: readonly (string | null)[]): Coded {
  const known = new Map<string | null, number>();
  const codes = texts.map((text) => {
    const value = text === '' ? null : text;
    const code = known.get(value) ?? known.size;
    known.set(value, code);
    return code;
  });
  return { values: [...known.keys()], codes };
}

/** The text at a place of a coded column. */
export function decoded(column: Coded, place: number): string | null {
  return column.values[column.codes[place] ?? -1] ?? null;
}
