import type { StoreFacts } from '../db/sqlite/inspect/facts.js';
import { counted, SEVERITIES, type Finding } from '../db/sqlite/inspect/finding.js';
import type { Inspection } from '../db/sqlite/inspect/inspect.js';

const FAMILIES: Record<StoreFacts['family'], string> = {
  legacy: 'older than the 11 that this program writes',
  current: 'which this program reads and writes',
  newer: 'of a newer Hermes',
  unknown: 'which this program does not know',
};

const HEALTHY = 'The store is healthy.';

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
    `  rows           ${counted(facts.sessionCount, 'session', 'sessions')}, ${messages(facts)}`,
    `  size           ${size(facts.fileBytes)}, of it ${size(facts.freeBytes)} unused; log ${size(facts.walBytes)}`,
    `  search         words ${facts.wordIndex ?? 'none'}, three-character runs ${facts.trigramIndex ?? 'none'}`,
    `  journal mode   ${facts.journalMode}, read with SQLite ${facts.sqliteVersion}`,
    `  permissions    ${facts.permissions}`,
    `  remembered     ${counted(facts.idempotencyKeys, 'append', 'appends')} by key`,
  ];
}

function describeFinding({ severity, message, advice }: Finding): string[] {
  return [`${severity}: ${message}`, `  ${advice}`];
}

function conclusion(findings: readonly Finding[]): string {
  if (findings.some(({ severity }) => severity === 'fatal')) return 'The store cannot be used.';
  const found = SEVERITIES.flatMap((severity) => {
    const many = findings.filter((finding) => finding.severity === severity).length;
    return many === 0 ? [] : [counted(many, severity, `${severity}s`)];
  }).join(', ');
  const isHealthy = findings.every(({ severity }) => severity === 'note');
  if (isHealthy) return found === '' ? HEALTHY : `${HEALTHY} ${found}.`;
  return `Found ${found}.`;
}

/** How many messages there are, and how many of them statistics leave out. */
function messages({ messageCount, undoneMessages, compactedMessages }: StoreFacts): string {
  const all = counted(messageCount, 'message', 'messages');
  const apart = [
    undoneMessages === 0 ? null : `${undoneMessages} undone`,
    compactedMessages === 0 ? null : `${compactedMessages} compacted`,
  ].filter((part) => part !== null);
  return apart.length === 0
    ? all
    : `${all}, of them ${apart.join(' and ')}, which statistics leave out`;
}

function size(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
