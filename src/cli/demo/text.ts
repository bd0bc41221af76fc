import { PHRASES } from './phrases.js';
import { CODE_SNIPPETS, PASTES } from './snippets.js';
import type { Voice } from './voice.js';

/** What the user says: the first question of a session, or a later one. */
export function userText(voice: Voice, first: boolean): string {
  const { random, topic, say, draw } = voice;
  if (!first && random.chance(0.14)) return random.pick(PHRASES[topic.language].nods);
  const question = say(draw(first || random.chance(0.2) ? topic.asks : topic.follows));
  if (topic.area !== 'life' && random.chance(first ? 0.25 : 0.12)) {
    return `${question}\n\n${say(random.pick(PASTES))}`;
  }
  return question;
}

/** What the agent says before it calls a tool; null where it calls without a word. */
export function interimText(voice: Voice): string | null {
  const { random, topic } = voice;
  if (random.chance(0.55)) return null;
  return random.pick(PHRASES[topic.language].interim);
}

/** The agent's answer: one sentence at least, with a list, code and a closing as it comes. */
export function answerText(voice: Voice): string {
  const { random, topic, say, draw } = voice;
  const phrases = PHRASES[topic.language];
  let text = say(draw(topic.answers));
  if (random.chance(0.45)) {
    const items = random.sample(topic.points, random.int(2, 4)).map((point) => `- ${say(point)}`);
    text += `\n\n${random.pick(phrases.leads)}\n\n${items.join('\n')}`;
  }
  if (topic.area !== 'life' && random.chance(0.3)) text += `\n\n${say(draw(CODE_SNIPPETS))}`;
  if (random.chance(0.15)) text += `\n\n${say(draw(topic.answers))}`;
  if (random.chance(0.3)) text += `\n\n${random.pick(phrases.closings)}`;
  return text;
}

/** What the agent thinks, in the language of the topic. */
export function thoughtText(voice: Voice): string {
  const { random, topic, say } = voice;
  const thought = say(random.pick(topic.thoughts));
  return random.chance(0.3) ? `${thought}\n\n${say(random.pick(topic.points))}.` : thought;
}

/** The message that stands in for everything said before a compression. */
export function summaryText(voice: Voice, round: number): string {
  const { random, topic, say } = voice;
  const done = random.sample(topic.points, 3).map((point) => `- ${say(point)}`);
  return [
    `[CONTEXT COMPACTION] The earlier part of this chat was summarised (round ${round}). It is background; answer only what follows.`,
    `## Goal\n${say(random.pick(topic.asks))}`,
    `## Done\n${done.join('\n')}`,
    `## Findings\n${say(random.pick(topic.answers))}`,
    `## Open\n- ${say(random.pick(topic.follows))}`,
  ].join('\n\n');
}
