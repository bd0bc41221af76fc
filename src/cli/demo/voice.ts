import type { Random } from './random.js';
import { slotValue } from './slots.js';
import type { Topic } from './topic.js';

/** One session's way of speaking: its topic, its randomness, and the things it speaks of. */
export interface Voice {
  readonly random: Random;
  readonly topic: Topic;
  /** Fills the `{{slots}}` of a template. Throws on a slot that nobody knows. */
  readonly say: (template: string) => string;
  /** One text of a list; none comes again before all the others have come. */
  readonly draw: (list: readonly string[]) => string;
}

const parsed = new Map<string, readonly string[]>();

/** The template cut at its braces: texts at even places, slot names at odd ones. */
function parts(template: string): readonly string[] {
  let found = parsed.get(template);
  if (!found) {
    found = template.split(/\{\{|\}\}/);
    parsed.set(template, found);
  }
  return found;
}

/** A voice for one session. `kept` shares the sticky slots with another one, as delegates do. */
export function createVoice(
  random: Random,
  topic: Topic,
  kept: Map<string, string> = new Map<string, string>(),
): Voice {
  function say(template: string): string {
    const pieces = parts(template);
    if (pieces.length === 1) return template;
    return pieces
      .map((piece, index) => (index % 2 === 0 ? piece : slotValue(piece, random, kept)))
      .join('');
  }
  const decks = new Map<readonly string[], string[]>();
  function draw(list: readonly string[]): string {
    let deck = decks.get(list);
    if (!deck || deck.length === 0) {
      deck = random.sample(list, list.length);
      decks.set(list, deck);
    }
    return deck.pop() ?? '';
  }
  return { random, topic, say, draw };
}
