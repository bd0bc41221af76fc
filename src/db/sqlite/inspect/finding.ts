import type { Layout, LayoutFamily } from '../layout.js';
import type { Sql } from '../sql.js';

/**
 * How much a finding matters: `fatal`, the store cannot be served; `problem`, something does not
 * work; `warning`, something to put in order; `note`, good to know.
 */
export type Severity = 'fatal' | 'problem' | 'warning' | 'note';

/** Gravest first. */
export const SEVERITIES: readonly Severity[] = ['fatal', 'problem', 'warning', 'note'];

/** Something that was found in a store. It names rows by number and id, never by their content. */
export interface Finding {
  severity: Severity;
  /** Stable, for programs. */
  code: string;
  /** What was found, as a sentence. */
  message: string;
  /** What to do about it, as a sentence. */
  advice: string;
}

/** What a check looks at. */
export interface Look {
  sql: Sql;
  layout: Layout;
  path: string;
  /** The store's files that were there before the look, which makes an empty -wal and -shm itself. */
  files: readonly string[];
  /** Epoch seconds. */
  now: number;
}

/** Reads, and says what it found; an empty list when all is well. */
export type Check = (look: Look) => Finding[];

export function finding(
  severity: Severity,
  code: string,
  message: string,
  advice: string,
): Finding {
  return { severity, code, message, advice };
}

/** `1 session has`, `2 sessions have`. */
export function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Up to five names, quoted, and how many more there are. */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => JSON.stringify(name));
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export const REPAIR_SEARCH = 'Run `hermes-graphql doctor --repair-search`.';
export const HERMES_REBUILDS = 'The Hermes that owns this store rebuilds its search indexes.';

/** What to do about a search index that does not work: who may make it anew depends on the schema. */
export function cureOfSearch(family: LayoutFamily): string {
  switch (family) {
    case 'current':
      return REPAIR_SEARCH;
    case 'legacy':
      return 'Run `hermes-graphql migrate`, which makes the indexes anew after a backup.';
    case 'newer':
    case 'unknown':
      return HERMES_REBUILDS;
  }
}
