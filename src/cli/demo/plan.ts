import type { Random } from './random.js';
import { PLAIN, SHOWN, USUAL, sizeOf, type Shape } from './shapes.js';
import type { Language } from './topic.js';

/** A session of a conversation that follows the one before it. */
export interface SegmentPlan {
  /** How it hangs on the session before: the first does not, others after compression or branching. */
  link: 'root' | 'continuation' | 'branch';
  /** How many messages it should have; a share of the whole until `spread` makes it a number. */
  messages: number;
  /** Helpers it calls, in groups that run at the same time: the messages each should have. */
  helpers: number[][];
}

/** One conversation: sessions that follow each other, and their helpers. */
export interface ConversationPlan {
  kind: 'chat' | 'job' | 'empty';
  /** The platform, where it is not left to chance. */
  source: string | null;
  /** Its language, where that is not left to chance. */
  language: Language | null;
  /** The title of its first session, where it is not left to chance. */
  title: string | null;
  /** Whether its last message is a moment old. */
  active: boolean;
  /** Whether the last session was left alone after a compression, and ended by the clean-up. */
  orphan: boolean;
  segments: SegmentPlan[];
}

/** Jobs and helpers are shorter than chats. */
const JOB_SHARE = 0.5;
const HELPER_SHARE = 0.4;

/** Conversations that hold exactly `sessions` sessions, with `messages` messages a session on average. */
export function planConversations(
  random: Random,
  sessions: number,
  messages: number,
): ConversationPlan[] {
  const plans: ConversationPlan[] = [];
  let left = sessions;
  for (let n = 0; left > 0; n++) {
    const wanted = SHOWN[n] ?? random.weighted(USUAL);
    const shape = sizeOf(wanted) <= left ? wanted : PLAIN;
    plans.push(draw(random, shape));
    left -= sizeOf(shape);
  }
  spread(plans, sessions * messages);
  return plans;
}

function draw(random: Random, { links, groups, extras }: Shape): ConversationPlan {
  const kind = extras?.kind ?? 'chat';
  const share = kind === 'chat' ? 1 : kind === 'job' ? JOB_SHARE : 0;
  const segments = (['root', ...links] as const).map((link): SegmentPlan => ({
    link,
    messages: share * random.skewed(1),
    helpers: [],
  }));
  for (const group of groups) {
    const helpers = Array.from({ length: group }, () => HELPER_SHARE * random.skewed(1));
    random.pick(segments).helpers.push(helpers);
  }
  const open = { source: null, language: null, title: null, active: false, orphan: false };
  return { ...open, kind, segments, ...extras };
}

/** Turns shares into numbers of messages whose sum is about `total`. */
function spread(plans: readonly ConversationPlan[], total: number): void {
  const segments = plans.flatMap((plan) => plan.segments);
  const shares = segments.flatMap((segment) => [segment.messages, ...segment.helpers.flat()]);
  const scale =
    total /
    Math.max(
      1e-9,
      shares.reduce((sum, share) => sum + share, 0),
    );
  for (const segment of segments) {
    segment.messages = Math.round(segment.messages * scale);
    segment.helpers = segment.helpers.map((group) =>
      group.map((share) => Math.round(share * scale)),
    );
  }
}
