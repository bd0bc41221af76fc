import { dumpPythonJson } from '../../domain/python-json.js';
import type { ModelRoute } from './models.js';
import type { MessageSeed } from './seed-rows.js';
import { thoughtText } from './text.js';
import type { Voice } from './voice.js';

/** The columns that hold an assistant's reasoning; those that its model does not use are absent. */
export type ReasoningColumns = Partial<
  Pick<
    MessageSeed,
    | 'reasoning'
    | 'reasoning_content'
    | 'reasoning_details'
    | 'codex_reasoning_items'
    | 'codex_message_items'
  >
>;

/** What one answer leaves in the reasoning columns, by the habits of its model. */
export function reasoningColumns(voice: Voice, route: ModelRoute): ReasoningColumns {
  const { random } = voice;
  if (route.thinks === 'no') return {};
  if (route.thinks === 'codex') return codexItems(voice);
  if (!random.chance(0.7)) return route.thinks === 'content' ? { reasoning_content: '' } : {};
  const text = thoughtText(voice);
  if (route.thinks === 'text') return { reasoning: text };
  if (route.thinks === 'content') return { reasoning: text, reasoning_content: text };
  const format = route.model.includes('claude') ? 'anthropic-claude-v1' : 'google-gemini-v1';
  const details = [{ type: 'reasoning.text', text, format, index: 0 }];
  return { reasoning: text, reasoning_details: dumpPythonJson(details) };
}

function codexItems(voice: Voice): ReasoningColumns {
  const { random } = voice;
  const id = random.hex(24);
  const summary = random.chance(0.4)
    ? [{ type: 'summary_text', text: `**Plan**\n\n${thoughtText(voice)}` }]
    : [];
  const reasoning = [
    { id: `rs_${id}`, type: 'reasoning', encrypted_content: 'gAAAAABinvented', summary },
  ];
  const message = [{ id: `msg_${id}`, type: 'message', role: 'assistant', phase: 'final_answer' }];
  return {
    codex_reasoning_items: dumpPythonJson(reasoning),
    codex_message_items: dumpPythonJson(message),
  };
}
