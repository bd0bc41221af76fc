import type { CostSummary } from '../cost.js';
import type { Calendar } from './calendar.js';
import type { SessionFacts, TokenColumns } from './facts.js';
import { Tally } from './figures.js';
import { Slots, type TimeColumns } from './slots.js';
import type { TimeFigures } from './timeline.js';

/** What the sessions that started at a time come to; conversations where their first one started. */
export type StartTimes = TimeColumns<StartColumns>;

export interface StartColumns {
  sessions: number[];
  conversations: number[];
  messages: number[];
  tokens: TokenColumns;
  cost: { [Name in keyof CostSummary]: CostSummary[Name][] };
}

/** Sums sessions and conversations up by when they started. */
export function startTimes(facts: SessionFacts, calendar: Calendar): StartTimes {
  const slots = new Slots(calendar, () => new Tally());
  const untimed = new Tally();
  const at = (start: number | null) => (start === null ? [untimed] : slots.at(start).values);
  facts.startedAt.forEach((start, place) => {
    for (const tally of at(start)) tally.addSession(facts, place);
  });
  facts.conversations.startedAt.forEach((start) => {
    for (const tally of at(start)) tally.addConversation();
  });
  return slots.columns(untimed, startColumns);
}

/** The figures at a place of the columns. */
export function startedFigures(columns: StartColumns, place: number): TimeFigures {
  const { tokens, cost } = columns;
  return {
    sessionCount: columns.sessions[place] ?? 0,
    conversationCount: columns.conversations[place] ?? 0,
    messageCount: columns.messages[place] ?? 0,
    usage: {
      input: tokens.input[place] ?? 0,
      output: tokens.output[place] ?? 0,
      cacheRead: tokens.cacheRead[place] ?? 0,
      cacheWrite: tokens.cacheWrite[place] ?? 0,
      reasoning: tokens.reasoning[place] ?? 0,
    },
    cost: {
      usd: cost.usd[place] ?? null,
      actualUsd: cost.actualUsd[place] ?? null,
      estimatedUsd: cost.estimatedUsd[place] ?? null,
      actualSessions: cost.actualSessions[place] ?? 0,
      estimatedSessions: cost.estimatedSessions[place] ?? 0,
      includedSessions: cost.includedSessions[place] ?? 0,
      unknownSessions: cost.unknownSessions[place] ?? 0,
    },
  };
}

function startColumns(tallies: readonly Tally[]): StartColumns {
  const figures = tallies.map((tally) => tally.figures());
  const usage = figures.map((one) => one.usage);
  const cost = figures.map((one) => one.cost);
  return {
    sessions: figures.map((one) => one.sessionCount),
    conversations: figures.map((one) => one.conversationCount),
    messages: figures.map((one) => one.messageCount),
    tokens: {
      input: usage.map((one) => one.input),
      output: usage.map((one) => one.output),
      cacheRead: usage.map((one) => one.cacheRead),
      cacheWrite: usage.map((one) => one.cacheWrite),
      reasoning: usage.map((one) => one.reasoning),
    },
    cost: {
      usd: cost.map((one) => one.usd),
      actualUsd: cost.map((one) => one.actualUsd),
      estimatedUsd: cost.map((one) => one.estimatedUsd),
      actualSessions: cost.map((one) => one.actualSessions),
      estimatedSessions: cost.map((one) => one.estimatedSessions),
      includedSessions: cost.map((one) => one.includedSessions),
      unknownSessions: cost.map((one) => one.unknownSessions),
    },
  };
}
