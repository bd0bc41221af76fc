import { isSpacedLetter, isUnspaced } from './scripts.js';

/** With more borders than this, a text is parted at all of them or at none. */
const MOST_BORDERS = 2;

/**
 * The same text with a blank where a word of letters meets a script without blanks between words, as
 * many people write it (`docker 镜像`): at one border, at another, and at both. Numbers are no words.
 * None where there is no border.
 */
export function partedForms(text: string): string[] {
  const pieces = cutAtBorders(text);
  const borders = pieces.length - 1;
  if (borders > MOST_BORDERS) return [pieces.join(' ')];
  return Array.from({ length: 2 ** borders - 1 }, (_, choice) =>
    pieces.reduce((before, piece, place) => {
      const isParted = (((choice + 1) >> (place - 1)) & 1) === 1;
      return `${before}${isParted ? ' ' : ''}${piece}`;
    }),
  );
}

interface Run {
  kind: 'word' | 'unspaced' | 'other';
  text: string;
}

function cutAtBorders(text: string): string[] {
  const pieces: string[] = [];
  let before: Run | null = null;
  for (const run of runsOf(text)) {
    if (before !== null && isBorder(before, run)) pieces.push(run.text);
    else pieces.push((pieces.pop() ?? '') + run.text);
    before = run;
  }
  return pieces;
}

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const kind = isUnspaced(code) ? 'unspaced' : isSpacedLetter(code) ? 'word' : 'other';
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += character;
    else runs.push({ kind, text: character });
  }
  return runs;
}

function isBorder(a: Run, b: Run): boolean {
  const kinds = [a.kind, b.kind];
  return (
    kinds.includes('unspaced') &&
    [a, b].some(({ kind, text }) => kind === 'word' && /\p{L}/u.test(text))
  );
}
