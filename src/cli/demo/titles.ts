import type { Voice } from './voice.js';

/** Gives out titles; none is given twice. */
export interface Titles {
  /** A new title for a chat that no other starts from. */
  fresh(voice: Voice, wanted?: string): string;
  /** The next title in a lineage: one above the highest number in use, the first being 2. */
  next(title: string): string;
}

const NUMBER = / #\d+$/;

/** Starts with no title taken. Titles differ also when case is ignored, as look-ups may do. */
export function createTitles(): Titles {
  /** The highest number in use for each base title, in lower case. */
  const highest = new Map<string, number>();

  function claim(title: string): boolean {
    const key = title.toLowerCase();
    if (highest.has(key)) return false;
    highest.set(key, 1);
    return true;
  }

  function fresh(voice: Voice, wanted?: string): string {
    const { random, topic, say } = voice;
    const base = wanted ?? say(random.pick(topic.titles));
    if (claim(base)) return base;
    const longer = topic.area === 'life' ? base : `${base} (${say('{{host}}')})`;
    if (claim(longer)) return longer;
    for (let n = 2; ; n++) {
      const counted = `${base} (${n})`;
      if (claim(counted)) return counted;
    }
  }

  function next(title: string): string {
    const base = title.replace(NUMBER, '');
    const number = (highest.get(base.toLowerCase()) ?? 1) + 1;
    highest.set(base.toLowerCase(), number);
    return `${base} #${number}`;
  }

  return { fresh, next };
}
