import type { Random } from './random.js';

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
  /** The title of its first session, where it is not left to chance. */
  title: string | null;
  /** Whether its last message is a moment old. */
  active: boolean;
  /** Whether the last session was left alone after a compression, and ended by the clean-up. */
  orphan: boolean;
  segments: SegmentPlan[];
}

/** Links after the root, and helpers: `groups` is how many groups of helpers the conversation calls. */
interface Shape {
  links: ('continuation' | 'branch')[];
  groups: number[];
  extras?: Partial<ConversationPlan>;
}

const on = 'continuation';
const fork = 'branch';

/** What a store of the usual size holds in any case, most telling first. */
const SHOWN: readonly Shape[] = [
  { links: [on, on, on], groups: [], extras: { source: 'cli', title: 'Fix Docker Build' } },
  { links: [], groups: [], extras: { source: 'telegram', active: true } },
  { links: [fork], groups: [], extras: { source: 'cli', title: 'API design' } },
  { links: [], groups: [3], extras: { source: 'cli' } },
  { links: [], groups: [], extras: { kind: 'job' } },
  { links: [on], groups: [], extras: { source: 'cli', active: true } },
  { links: [on, on], groups: [], extras: { source: 'weixin' } },
  { links: [], groups: [], extras: { kind: 'empty' } },
  { links: [on, fork, on], groups: [2], extras: { source: 'tui' } },
  { links: [on], groups: [], extras: { source: 'telegram', orphan: true } },
  { links: [fork, fork], groups: [], extras: { source: 'discord' } },
  { links: [on, on, on, on, on, on, on], groups: [2], extras: { source: 'cli' } },
  ...[
    'slack',
    'whatsapp',
    'signal',
    'matrix',
    'api_server',
    'webhook',
    'email',
    'feishu',
    'acp',
  ].map((source): Shape => ({ links: [], groups: [], extras: { source } })),
];

const USUAL: readonly (readonly [Shape, number])[] = [
  [{ links: [], groups: [] }, 62],
  [{ links: [], groups: [], extras: { kind: 'job' } }, 18],
  [{ links: [on], groups: [] }, 6],
  [{ links: [on, on], groups: [] }, 3],
  [{ links: [on, on, on, on], groups: [] }, 1],
  [{ links: [fork], groups: [] }, 4],
  [{ links: [fork, on], groups: [] }, 1],
  [{ links: [], groups: [1] }, 4],
  [{ links: [], groups: [3] }, 2],
  [{ links: [], groups: [2, 2] }, 1],
  [{ links: [on], groups: [2] }, 1],
  [{ links: [], groups: [], extras: { kind: 'empty' } }, 1.5],
];

const PLAIN: Shape = { links: [], groups: [] };
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

function sizeOf({ links, groups }: Shape): number {
  return 1 + links.length + groups.reduce((sum, group) => sum + group, 0);
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
  return { kind, source: null, title: null, active: false, orphan: false, segments, ...extras };
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
