import type { Platform } from './platforms.js';
import type { Random } from './random.js';
import type { Language, Topic } from './topic.js';
import { CODE_TOPICS } from './topics-code.js';
import { EAST_TOPICS } from './topics-east.js';
import { LIFE_TOPICS } from './topics-life.js';
import { OPS_TOPICS } from './topics-ops.js';
import { WEST_TOPICS } from './topics-west.js';

const TOPICS: readonly Topic[] = [
  ...CODE_TOPICS,
  ...OPS_TOPICS,
  ...LIFE_TOPICS,
  ...EAST_TOPICS,
  ...WEST_TOPICS,
];

/**
 * What one writes about on a platform: at a desk mostly work, in chats more of life and languages. A
 * title picks the topic that has it, a language one of its topics.
 */
export function pickTopic(
  random: Random,
  platform: Platform,
  wanted: { title: string | null; language: Language | null },
): Topic {
  const { title } = wanted;
  const titled = TOPICS.find((topic) => title !== null && topic.titles.includes(title));
  if (titled) return titled;
  const language = wanted.language ?? platform.language;
  if (language !== null) return random.pick(TOPICS.filter((topic) => topic.language === language));
  const { pace } = platform;
  const group = random.weighted([
    [CODE_TOPICS, pace === 'chat' ? 16 : 42],
    [OPS_TOPICS, pace === 'program' ? 40 : 22],
    [LIFE_TOPICS, pace === 'chat' ? 34 : 14],
    [EAST_TOPICS, 14],
    [WEST_TOPICS, 12],
  ]);
  return random.pick(group);
}
