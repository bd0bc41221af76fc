import { dumpPythonJson, parsePythonJson, type JsonValue } from '../../domain/python-json.js';
import type { ModelRoute } from './models.js';
import { reasoningColumns } from './reasoning.js';
import type { MessageSeed } from './seed-rows.js';
import { answerText, interimText } from './text.js';
import type { ToolUse } from './tool-use.js';
import { tokensOf, type Meter } from './usage.js';
import type { Voice } from './voice.js';

/** Seconds since a conversation began; its sessions share it, so their rows interleave as they ran. */
export interface Clock {
  at: number;
}

/** The messages of one session as they are written, with times on the conversation's clock. */
export interface Transcript {
  voice: Voice;
  route: ModelRoute;
  clock: Clock;
  meter: Meter;
  rows: MessageSeed[];
  toolCalls: number;
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** What one picture costs in tokens. */
const PICTURE_TOKENS = 850;

/** Adds a row at the clock's time; columns that are not given are NULL. */
function addRow(script: Transcript, row: Partial<MessageSeed> & { role: string }): void {
  script.rows.push({
    session_id: '',
    content: null,
    tool_call_id: null,
    tool_calls: null,
    tool_name: null,
    timestamp: script.clock.at,
    token_count: null,
    finish_reason: null,
    reasoning: null,
    reasoning_content: null,
    reasoning_details: null,
    codex_reasoning_items: null,
    codex_message_items: null,
    ...row,
  });
}

function tokensOfContent(content: string): number {
  return content.startsWith('\u0000json:') ? PICTURE_TOKENS : tokensOf(content);
}

/** A message of the user (or of the program that speaks for one), now. */
export function addUser(script: Transcript, content: string): void {
  addRow(script, { role: 'user', content });
  script.meter.hear(tokensOfContent(content));
}

/** Time passes, the agent's final answer follows. */
export function addAnswer(script: Transcript): string {
  const { voice, route, clock, meter } = script;
  const content = answerText(voice);
  clock.at += 0.6 + voice.random.skewed(7);
  const thought = reasoningColumns(voice, route);
  const reasoning = tokensOf(thought.reasoning ?? thought.codex_reasoning_items ?? '');
  const tokens = tokensOf(content) + reasoning;
  const finish_reason = voice.random.chance(0.02) ? 'length' : 'stop';
  addRow(script, { role: 'assistant', content, token_count: tokens, finish_reason, ...thought });
  meter.call(tokens, reasoning);
  return content;
}

/** Time passes, the agent calls tools; returns the ids of the calls. */
export function addCalls(script: Transcript, uses: readonly Omit<ToolUse, 'result'>[]): string[] {
  const { voice, route, clock, meter } = script;
  const { random } = voice;
  clock.at += 0.5 + random.skewed(5);
  const ids = uses.map(() => route.callPrefix + random.text(22, ALPHANUMERIC));
  const calls = uses.map((use, index): JsonValue => {
    const call = { name: use.name, arguments: JSON.stringify(use.args) };
    const id = ids[index] ?? '';
    if (route.thinks !== 'codex') return { id, type: 'function', function: call };
    const response_item_id = `fc_${id.slice(route.callPrefix.length)}`;
    return { id, call_id: id, response_item_id, type: 'function', function: call };
  });
  const tool_calls = dumpPythonJson(calls);
  const thought = reasoningColumns(voice, route);
  const reasoning = tokensOf(thought.reasoning ?? '');
  const content = interimText(voice);
  addRow(script, {
    role: 'assistant',
    content,
    tool_calls,
    finish_reason: 'tool_calls',
    ...thought,
  });
  script.toolCalls += uses.length;
  meter.call(tokensOf(tool_calls) + reasoning, reasoning);
  return ids;
}

/** The answer of a tool, now. */
export function addResult(script: Transcript, id: string, name: string, content: string): void {
  addRow(script, { role: 'tool', content, tool_call_id: id, tool_name: name });
  script.meter.hear(tokensOfContent(content));
}

/** Calls and answers of tools: one row for the calls, then one for each answer. */
export function addToolRound(script: Transcript, uses: readonly ToolUse[]): void {
  const ids = addCalls(script, uses);
  uses.forEach((use, index) => {
    script.clock.at += 0.05 + use.seconds;
    addResult(script, ids[index] ?? '', use.name, use.result);
  });
}

/** Rows taken over from another session, written one after the other within moments. */
export function addCopies(script: Transcript, rows: readonly MessageSeed[]): void {
  for (const row of rows) {
    script.clock.at += 0.002;
    script.rows.push({ ...row, timestamp: script.clock.at });
    script.meter.hear(tokensOfContent(row.content ?? row.tool_calls ?? ''));
    if (row.tool_calls !== null) script.toolCalls += lengthOf(parsePythonJson(row.tool_calls));
  }
}

function lengthOf(value: JsonValue): number {
  return Array.isArray(value) ? value.length : 0;
}
