import { readFileSync } from 'node:fs';

/** The text of a golden file: what the reference answered, written down by running it. */
export function goldenText(name: string): string {
  return readFileSync(new URL(`../fixtures/golden/${name}.json`, import.meta.url), 'utf8');
}

/** A golden file, parsed; each test says which shape it expects. */
export function golden(name: string): unknown {
  return JSON.parse(goldenText(name));
}

/** Golden files write a BLOB as `{"$blob": hex}`. */
export function fromGoldenValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$blob' in value)) return value;
  return Buffer.from(String(value.$blob), 'hex');
}
