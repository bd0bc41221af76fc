/** A word in quotes for a POSIX shell, whatever it holds. */
export function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
