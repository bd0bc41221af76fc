import { dumpPythonJson } from '../../domain/python-json.js';
import { fill, newDraft, type Draft } from './draft.js';
import { callHelpers } from './helpers.js';
import type { IdForm } from './ids.js';
import { pickRoute, type ModelRoute } from './models.js';
import type { ConversationPlan, SegmentPlan } from './plan.js';
import { CRON, pickPlatform, type Platform } from './platforms.js';
import { createRandom, type Random } from './random.js';
import type { MessageSeed, SessionSeed } from './seed-rows.js';
import { summaryText, userText } from './text.js';
import type { JobRun } from './timetable.js';
import type { Titles } from './titles.js';
import { pickTopic } from './topics.js';
import { addCopies, addUser, type Clock, type Transcript } from './transcript.js';
import { writeChat, writeReply, writeTask } from './turns.js';
import { createMeter, tokensOf } from './usage.js';
import { createVoice, type Voice } from './voice.js';

/** What all conversations of a store share. */
export interface Shared {
  titles: Titles;
  prompts: (source: string, rebuilt: boolean) => string | null;
  promptBytes: number;
}

/** Tokens of the tool descriptions that each call sends. */
const TOOL_TOKENS = 11_000;
const HOUR = 3600;
/** The agent's clean-up ends sessions left alone after a compression when they are a week old. */
const ORPHAN_AGE = 8 * 24 * HOUR;

/** One conversation while it is written. */
interface Scene {
  random: Random;
  plan: ConversationPlan;
  shared: Shared;
  platform: Platform;
  voice: Voice;
  /** The task of a job. */
  task: string;
  route: ModelRoute;
  clock: Clock;
  drafts: Draft[];
}

/**
 * Writes all sessions of a conversation, parents before children, with times in seconds since it
 * began. `job` is the run of the timetable that it belongs to, if any.
 */
export function writeConversation(
  random: Random,
  plan: ConversationPlan,
  shared: Shared,
  job: JobRun | null,
): Draft[] {
  const source = plan.kind === 'empty' ? 'tui' : plan.source;
  const platform = job ? CRON : pickPlatform(random, source);
  // A job does the same each time, so what it is about comes from its own seed.
  const fixed = job ? createRandom(job.seed) : random;
  const topic = pickTopic(fixed, platform, plan);
  const things = new Map<string, string>();
  const task = userText(createVoice(fixed, topic, things), true);
  const voice = createVoice(random, topic, things);
  const route = pickRoute(fixed);
  const clock = { at: 0 };
  const scene: Scene = { random, plan, shared, platform, voice, task, route, clock, drafts: [] };
  if (plan.kind === 'empty') return [emptySession(scene)];

  const form = job ? { job: job.id } : { digits: platform.idDigits };
  let before: Draft | null = null;
  plan.segments.forEach((segment, index) => {
    before = writeSegment(scene, segment, index, before, form);
  });
  return scene.drafts;
}

/** A terminal opened and closed with nothing said. */
function emptySession({ random, platform }: Scene): Draft {
  const ended = { ended_at: random.float(0, 20), end_reason: 'tui_close' };
  return newDraft(null, { digits: 6 }, { source: platform.source, started_at: 0, ...ended });
}

function writeSegment(
  scene: Scene,
  segment: SegmentPlan,
  index: number,
  before: Draft | null,
  form: IdForm,
): Draft {
  const { random, plan, clock, platform, shared } = scene;
  if (before && random.chance(0.8)) clock.at += random.float(0.001, 0.02);
  const draft = newDraft(before, before ? { digits: 6 } : form, {
    source: platform.source,
    started_at: clock.at,
    ...columnsOf(scene, segment, before),
  });
  scene.drafts.push(draft);
  const prompt = tokensOf(draft.session.system_prompt ?? '') + TOOL_TOKENS;
  const meter = createMeter(random, scene.route, prompt);
  const { voice, route } = scene;
  const script: Transcript = { voice, route, clock, meter, rows: [], toolCalls: 0 };

  if (before && segment.link === 'branch') addCopies(script, leadingTurns(before, segment));
  if (before && segment.link === 'continuation') resume(scene, script, before, segment, index);
  const isLast = index === plan.segments.length - 1;
  if (plan.kind === 'job') {
    writeTask(script, scene.task, segment.messages);
  } else if (!(plan.orphan && isLast)) {
    const errands = segment.helpers.map((group) => () => {
      scene.drafts.push(...callHelpers(draft, script, group, shared.promptBytes));
    });
    writeChat(script, segment.messages, platform.pace, errands);
  }
  end(scene, draft, script, plan.segments[index + 1]);
  fill(draft, script);
  return draft;
}

/** What a session takes from its conversation, and from the session before it. */
function columnsOf(scene: Scene, segment: SegmentPlan, before: Draft | null): Partial<SessionSeed> {
  const { random, plan, platform, route, shared, voice } = scene;
  const rebuilt = segment.link === 'continuation';
  const system_prompt = shared.prompts(platform.source, rebuilt);
  if (before) {
    const { user_id, model, model_config, title } = before.session;
    const next = title === null ? null : shared.titles.next(title);
    // A compression makes the new session without saying whose it is.
    return { user_id: rebuilt ? null : user_id, model, model_config, title: next, system_prompt };
  }
  const isTitled = random.chance(plan.segments.length > 1 ? 0.9 : platform.titled);
  const config = { max_iterations: 90, reasoning_config: { enabled: true, effort: 'medium' } };
  return {
    user_id: platform.user(random),
    model: route.model,
    model_config: random.chance(0.8) ? dumpPythonJson(config) : null,
    system_prompt,
    title:
      plan.title !== null || isTitled ? shared.titles.fresh(voice, plan.title ?? undefined) : null,
    ...(platform.source === 'cli' && random.chance(0.05) ? handoff(random) : {}),
  };
}

function handoff(random: Random): Partial<SessionSeed> {
  const handoff_state = random.pick(['pending', 'completed', 'failed']);
  const handoff_error = handoff_state === 'failed' ? 'No home channel is set for telegram' : null;
  return { handoff_state, handoff_platform: 'telegram', handoff_error };
}

/** The whole turns at the beginning of a session, about half of what its branch should hold. */
function leadingTurns(before: Draft, segment: SegmentPlan): MessageSeed[] {
  const most = before.rows.slice(0, Math.floor(segment.messages / 2) + 1);
  const end = most.findLastIndex((row) => row.role === 'user');
  return before.rows.slice(0, Math.max(1, end));
}

/** After a compression: the summary, and once more the question that was not answered yet. */
function resume(
  scene: Scene,
  script: Transcript,
  before: Draft,
  segment: SegmentPlan,
  round: number,
): void {
  script.clock.at += 0.004;
  addUser(script, summaryText(script.voice, round));
  const open = before.rows.at(-1);
  if (open?.role !== 'user' || open.content === null) return;
  script.clock.at += 0.002;
  addUser(script, open.content);
  if (!scene.plan.orphan) writeReply(script, segment.messages);
}

/** Ends a session as its successor, its platform or the plan has it. */
function end(scene: Scene, draft: Draft, script: Transcript, next: SegmentPlan | undefined): void {
  const { random, plan, platform, clock } = scene;
  const { session } = draft;
  if (next?.link === 'continuation' && random.chance(0.4)) {
    clock.at += 2 + random.skewed(40);
    addUser(script, userText(scene.voice, false));
  }
  if (next) {
    clock.at += 1 + random.skewed(6);
    session.end_reason = next.link === 'branch' ? 'branched' : 'compression';
  } else if (plan.orphan) {
    clock.at = session.started_at + ORPHAN_AGE;
    session.end_reason = 'orphaned_compression';
  } else {
    session.end_reason = plan.active ? null : random.weighted(platform.ends);
    if (session.end_reason === null) return;
    const idle = session.end_reason === 'session_reset' ? random.float(2, 14) * HOUR : 60;
    clock.at += platform.pace === 'program' ? random.float(0.2, 2) : random.skewed(idle);
  }
  session.ended_at = clock.at;
}
