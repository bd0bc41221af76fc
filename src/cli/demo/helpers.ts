import { dumpPythonJson, type JsonValue } from '../../domain/python-json.js';
import { fill, newDraft, type Draft } from './draft.js';
import { helperPrompt } from './system-prompt.js';
import { addCalls, addResult, type Transcript } from './transcript.js';
import { writeTask } from './turns.js';
import { createMeter, tokensOf } from './usage.js';

/** Ends of helpers: most are closed with no reason given, some are never ended. */
const ENDS = [
  ['closed', 55],
  ['cli_close', 30],
  ['open', 15],
] as const;

const HELPER_CONFIG = dumpPythonJson({ max_iterations: 50, reasoning_config: null });

/**
 * The agent gives tasks to helpers, which work at the same time while it waits; their sessions are
 * returned. `messages` says how many rows each should have. Helpers run inside the parent's time.
 */
export function callHelpers(
  parent: Draft,
  script: Transcript,
  messages: readonly number[],
  promptBytes: number,
): Draft[] {
  const { voice, clock } = script;
  const { random, topic, say } = voice;
  const tasks = messages.map(() => ({
    goal: say(random.pick(topic.asks)),
    context: say(random.pick(topic.points)),
    toolsets: random.sample(['terminal', 'file', 'web', 'vision'], 2),
  }));
  const args: JsonValue = tasks.length === 1 ? (tasks[0] ?? {}) : { tasks };
  const [callId = ''] = addCalls(script, [{ name: 'delegate_task', args, seconds: 0 }]);
  const begin = clock.at;
  let last = begin;

  const helpers = tasks.map((task, index) => {
    const at = begin + 0.05 + index * random.float(0.01, 0.05);
    const source = random.chance(0.7) ? parent.session.source : 'tool';
    const system_prompt = helperPrompt(promptBytes);
    const { model } = parent.session;
    const columns = { source, started_at: at, model, model_config: HELPER_CONFIG, system_prompt };
    const draft = newDraft(parent, { digits: 6 }, columns);
    const meter = createMeter(random, script.route, tokensOf(system_prompt ?? '') + 2500);
    const helper = { ...script, meter, clock: { at: at + 0.1 }, rows: [], toolCalls: 0 };
    const summary = writeTask(helper, `${task.goal}\n\n${task.context}`, messages[index] ?? 4);
    fill(draft, helper);
    const end = random.weighted(ENDS);
    const stopped = helper.clock.at + random.float(0.05, 0.3);
    if (end !== 'open') draft.session.ended_at = stopped;
    if (end === 'cli_close') draft.session.end_reason = end;
    last = Math.max(last, stopped);
    const seconds = Math.round((stopped - at) * 100) / 100;
    const calls = draft.session.api_call_count;
    const result = { status: 'completed', summary, api_calls: calls, duration_seconds: seconds };
    return { draft, result: { task_index: index, ...result } };
  });

  clock.at = last + random.float(0.05, 0.4);
  const total = Math.round((clock.at - begin) * 100) / 100;
  const results = helpers.map(({ result }) => result);
  addResult(
    script,
    callId,
    'delegate_task',
    dumpPythonJson({ results, total_duration_seconds: total }),
  );
  return helpers.map(({ draft }) => draft);
}
