import { formatInstant } from './dates.js';
import type { Scope } from './scope.js';
import { safeText } from './width.js';

const LONGEST_NAME = 60;

/** What the report covers, in one sentence that names every filter and the zone. */
export function describeScope(scope: Scope): string {
  const { sources, excludeSources, models, providers } = scope.filter;
  const parts = [
    ...named('from source', sources),
    ...named('not from source', excludeSources),
    ...named('with model', models),
    ...named('billed by', providers),
    ...range(scope),
  ];
  const what = parts.length === 0 ? 'All sessions' : `Sessions ${parts.join(', ')}`;
  return `${what}, ${scope.timeZone}`;
}

/** Whether any option narrows what the report covers. */
export function isNarrowed({ from, until, filter }: Scope): boolean {
  const { sources, excludeSources, models, providers } = filter;
  return [from, until, sources, excludeSources, models, providers].some((each) => each != null);
}

function named(what: string, names: readonly string[] | null | undefined): string[] {
  if (names == null || names.length === 0) return [];
  return [`${what} ${names.map((name) => safeText(name, LONGEST_NAME) || '""').join(' or ')}`];
}

function range({ from, until, timeZone }: Scope): string[] {
  if (from === null && until === null) return [];
  const parts = ['that started'];
  if (from !== null) parts.push(`from ${formatInstant(from, timeZone)}`);
  if (until !== null) parts.push(`before ${formatInstant(until, timeZone)}`);
  return [parts.join(' ')];
}
