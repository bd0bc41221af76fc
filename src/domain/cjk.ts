/**
 * The blocks that the store's search treats as CJK. Half-width katakana, Hangul Jamo, full-width
 * forms, compatibility ideographs and the ideographs from extension C on are not among them.
 */
const CJK_BLOCKS = [
  [0x3000, 0x303f], // punctuation
  [0x3040, 0x309f], // hiragana
  [0x30a0, 0x30ff], // katakana
  [0x3400, 0x4dbf], // extension A
  [0x4e00, 0x9fff], // unified ideographs
  [0xac00, 0xd7af], // hangul syllables
  [0x20000, 0x2a6df], // extension B
] as const;

/** Whether the code point lies in one of the store's CJK blocks. */
export function isCjk(codePoint: number): boolean {
  return CJK_BLOCKS.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** Whether any code point of the text is CJK. */
export function containsCjk(text: string): boolean {
  for (const character of text) if (isCjk(character.codePointAt(0) ?? 0)) return true;
  return false;
}

/** How many code points of the text are CJK. */
export function countCjk(text: string): number {
  let count = 0;
  for (const character of text) if (isCjk(character.codePointAt(0) ?? 0)) count += 1;
  return count;
}
