import type { StoreFacts } from '../db/sqlite/inspect/facts.js';
import type { Finding } from '../db/sqlite/inspect/finding.js';
import type { Inspection } from '../db/sqlite/inspect/inspect.js';

const FAMILIES: Record<StoreFacts['family'], string> = {
  legacy: 'older than ours',
  current: 'ours',
  newer: 'of a newer Hermes',
  unknown: 'not known here',
};

/** What the doctor found, as plain text: the store first, then the findings, gravest first. */
export function describeInspection({ facts, findings }: Inspection): string {
  const sections = [
    facts === null ? [] : describeFacts(facts),
    ...findings.map(describeFinding),
    [conclusion(findings)],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function describeFacts(facts: StoreFacts): string[] {
  const version = facts.schemaVersion === null ? 'none' : String(facts.schemaVersion);
  return [
    facts.path,
    `  schema         ${version} (${FAMILIES[facts.family]})`,
    `  rows           ${facts.sessionCount} sessions, ${facts.messageCount} messages`,
    `  size           ${size(facts.fileBytes)}, of it ${size(facts.freeBytes)} unused; log ${size(facts.walBytes)}`,
    `  search         words ${facts.wordIndex ?? 'none'}, three-character runs ${facts.trigramIndex ?? 'none'}`,
    `  journal mode   ${facts.journalMode}, read with SQLite ${facts.sqliteVersion}`,
    `  permissions    ${facts.permissions}`,
    `  remembered     ${facts.idempotencyKeys} appends by key`,
  ];
}

function describeFinding({ severity, message, advice }: Finding): string[] {
  return [`${severity}: ${message}`, `  ${advice}`];
}

function conclusion(findings: readonly Finding[]): string {
  if (findings.some(({ severity }) => severity === 'fatal')) return 'The store cannot be used.';
  const grave = findings.filter(({ severity }) => severity !== 'note').length;
  if (grave === 0) return 'The store is healthy.';
  return grave === 1 ? '1 finding.' : `${grave} findings.`;
}

function size(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
