import { createCalendar, type Calendar } from './calendar.js';
import type { Draft } from './draft.js';
import { createIds } from './ids.js';
import { planConversations, type ConversationPlan } from './plan.js';
import { createRandom, type Random } from './random.js';
import type { GeneratedStore, MessageSeed, SessionSeed } from './seed-rows.js';
import { writeConversation, type Shared } from './sessions.js';
import { createPrompts } from './system-prompt.js';
import { createTimetable } from './timetable.js';
import { createTitles } from './titles.js';

export type { GeneratedStore, MessageSeed, SessionSeed } from './seed-rows.js';

/** What to generate. The same options give the same store. */
export interface GenerateOptions {
  seed: number;
  /** Epoch seconds; nothing in the store is later. */
  now: number;
  /** How many sessions, exactly; 300 when not given. */
  sessions?: number;
  /** How far back the store goes, one day at least; 92 days when not given. */
  days?: number;
  /** Messages a session on average, about; 20 when not given. */
  messagesPerSession?: number;
  /** The size of a system prompt in bytes; 3,600 when not given, none at 0. */
  systemPromptBytes?: number;
}

/** The moment is not exactly now: the newest message of an active session is so old at most. */
const ACTIVE_AGE = 100;

/**
 * Invents the history of an agent that has been in use for some months: the raw column values of a
 * schema-11 store. Sessions come parents before children, messages in the order of insertion, which
 * is that of time over all sessions; their ids will be 1 to n. A size that makes no sense is a
 * RangeError.
 */
export function generateStore(options: GenerateOptions): GeneratedStore {
  const { seed, now, sessions: count = 300, days = 92 } = options;
  const { messagesPerSession = 20, systemPromptBytes = 3600 } = options;
  check({ seed, now }, -Infinity);
  check({ sessions: count, messagesPerSession, systemPromptBytes }, 0);
  check({ days }, 1);

  const random = createRandom(seed);
  const calendar = createCalendar(random.fork(), now, days);
  const plans = planConversations(random.fork(), Math.floor(count), messagesPerSession);
  const jobs = plans.filter((plan) => plan.kind === 'job').length;
  const timetable = createTimetable(random.fork(), calendar, days, jobs);
  const nextId = createIds(random.fork());
  const shared: Shared = {
    titles: createTitles(),
    prompts: createPrompts(systemPromptBytes),
    promptBytes: systemPromptBytes,
  };
  const sessions: SessionSeed[] = [];
  const messages: MessageSeed[] = [];

  for (const plan of plans) {
    const job = plan.kind === 'job' ? timetable.next() : null;
    const drafts = writeConversation(random.fork(), plan, shared, job);
    const place = placeOf(random, calendar, plan, durationOf(drafts), job?.at ?? null);
    for (const draft of drafts) {
      settle(draft, place, nextId);
      sessions.push(draft.session);
      for (const row of draft.rows) messages.push(row);
    }
  }
  sessions.sort((a, b) => a.started_at - b.started_at);
  messages.sort((a, b) => a.timestamp - b.timestamp);
  return { sessions, messages };
}

function check(values: Record<string, number>, least: number): void {
  for (const [name, value] of Object.entries(values)) {
    if (!Number.isFinite(value) || value < least) {
      throw new RangeError(`Cannot generate a store: ${name} is ${value}.`);
    }
  }
}

/** Where a conversation lies: its first instant, and the factor that squeezes it into the window. */
interface Place {
  start: number;
  scale: number;
}

function durationOf(drafts: readonly Draft[]): number {
  const ends = drafts.map(({ session, rows }) =>
    Math.max(session.started_at, session.ended_at ?? 0, rows.at(-1)?.timestamp ?? 0),
  );
  return Math.max(...ends);
}

function placeOf(
  random: Random,
  calendar: Calendar,
  plan: ConversationPlan,
  duration: number,
  slot: number | null,
): Place {
  const { now, earliest } = calendar;
  const room = now - earliest - ACTIVE_AGE - 1;
  const scale = duration > room ? room / duration : 1;
  const latest = now - 1 - duration * scale;
  if (plan.active) return { start: latest - random.float(3, ACTIVE_AGE - 1), scale };
  const isFree = slot !== null && slot >= earliest && slot <= latest;
  return { start: isFree ? slot : calendar.pick(latest), scale };
}

/** Turns a draft's times into instants, to the microsecond, and gives ids. Parents come first. */
function settle(
  { session, rows, parent, form }: Draft,
  { start, scale }: Place,
  nextId: ReturnType<typeof createIds>,
): void {
  const at = (seconds: number): number => Math.round((start + seconds * scale) * 1e6) / 1e6;
  session.started_at = at(session.started_at);
  session.ended_at = session.ended_at === null ? null : at(session.ended_at);
  session.id = nextId(form, session.started_at);
  session.parent_session_id = parent?.session.id ?? null;
  for (const row of rows) {
    row.session_id = session.id;
    row.timestamp = at(row.timestamp);
  }
}
