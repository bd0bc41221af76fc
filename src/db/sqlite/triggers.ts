import { text, type Row } from './decode.js';

/** A trigger of a file, as it is stored. */
interface Trigger {
  name: string;
  sql: string;
}

/** Reads the triggers of a file. */
export const TRIGGERS =
  "SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger' ORDER BY name";

const OF_HERMES = /^messages_(?:fts|display_|message_uid_)/;

/** Those of the rows of `TRIGGERS` that no Hermes we know makes. */
export function foreignTriggers(rows: readonly Row[]): Trigger[] {
  return rows
    .map((row) => ({ name: text(row['name']), sql: text(row['sql']) }))
    .filter(({ name }) => !OF_HERMES.test(name));
}

/** A function that a trigger calls and this SQLite does not have, as its failure names it; else null. */
export function missingFunction(message: string): string | null {
  return /^no such function: (\w+)$/.exec(message)?.[1] ?? null;
}

/**
 * Which of the triggers of others may have made a write fail: those that call the missing function,
 * those that refuse writes where one was refused, and else all. What a refusal says is not repeated:
 * its author may have put text of the store into it.
 */
export function suspects(
  triggers: readonly Trigger[],
  failure: { code: string; message: string },
): Trigger[] {
  const called = missingFunction(failure.message)?.toLowerCase();
  if (called !== undefined) return triggers.filter(({ sql }) => sql.toLowerCase().includes(called));
  if (failure.code !== 'SQLITE_CONSTRAINT_TRIGGER') return [...triggers];
  return triggers.filter(({ sql }) => /\braise\s*\(/i.test(sql));
}

/** `trigger "a"`, `triggers "a", "b"`. */
export function namedTriggers(triggers: readonly Trigger[]): string {
  const names = triggers.map(({ name }) => JSON.stringify(name)).join(', ');
  return `${triggers.length === 1 ? 'trigger' : 'triggers'} ${names}`;
}
