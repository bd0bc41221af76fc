import { count, text, textOrNull } from '../decode.js';
import { isTime } from '../sessions/values.js';
import { counted, finding, named, type Finding, type Look } from './finding.js';

const HARMLESS = 'Nothing needs to be done.';
const DAY = 86_400;

/** Sessions without an id, and sessions whose parents are gone or run in a circle. */
export function lineage({ sql }: Look): Finding[] {
  const findings: Finding[] = [];
  const nameless = number(sql, 'SELECT COUNT(*) FROM sessions WHERE id IS NULL');
  if (nameless > 0) {
    findings.push(
      finding(
        'warning',
        'sessions-without-id',
        `${counted(nameless, 'session has', 'sessions have')} no id and cannot be reached. No message can belong to one.`,
        HARMLESS,
      ),
    );
  }
  const parents = new Map(
    sql
      .all('SELECT id, parent_session_id AS parent FROM sessions WHERE id IS NOT NULL')
      .map((found) => [text(found['id']), textOrNull(found['parent'])]),
  );
  const circles = inCircles(parents);
  if (circles.length > 0) {
    findings.push(
      finding(
        'warning',
        'parent-cycles',
        `${counted(circles.length, 'session is its own ancestor', 'sessions are their own ancestors')}: ${named(circles)}. Nothing is hidden by it.`,
        'To end a circle, stop Hermes and set `parent_session_id` of one of its sessions to NULL.',
      ),
    );
  }
  const dangling = [...parents.values()].filter((id) => id !== null && !parents.has(id)).length;
  if (dangling > 0) {
    findings.push(
      finding(
        'note',
        'missing-parents',
        `${counted(dangling, 'session names', 'sessions name')} a parent that is not there.`,
        'They count as roots. Nothing needs to be done.',
      ),
    );
  }
  return findings;
}

/** Counters that are NULL or differ from the messages. Answers are counted, so nothing shows it. */
export function counters({ sql, layout }: Look): Finding[] {
  const findings: Finding[] = [];
  const empty = number(
    sql,
    'SELECT COUNT(*) FROM sessions WHERE message_count IS NULL OR tool_call_count IS NULL',
  );
  if (empty > 0) {
    const what = `${counted(empty, 'session has', 'sessions have')} no stored counters. Messages are counted instead.`;
    findings.push(finding('note', 'null-counters', what, HARMLESS));
  }
  const live = layout.messages.has('active') ? 'COALESCE(m.active, 1) <> 0' : '1';
  const drifted = number(
    sql,
    `SELECT COUNT(*) FROM sessions AS s WHERE s.message_count <> (
       SELECT COUNT(*) FROM messages AS m WHERE m.session_id = s.id AND ${live})`,
  );
  if (drifted > 0) {
    const what = `${counted(drifted, 'session has', 'sessions have')} a stored message count that is not the number of messages. Messages are counted instead.`;
    findings.push(finding('note', 'drifted-counters', what, HARMLESS));
  }
  return findings;
}

/** Times that are none, and times that are still to come. */
export function times({ sql, now }: Look): Finding[] {
  const findings: Finding[] = [];
  const garbage =
    number(
      sql,
      `SELECT COUNT(*) FROM sessions WHERE (${isNoTime('started_at')}) OR (${isNoTime('ended_at')})`,
    ) + number(sql, `SELECT COUNT(*) FROM messages WHERE ${isNoTime('timestamp')}`);
  if (garbage > 0) {
    findings.push(
      finding(
        'warning',
        'garbage-times',
        `${counted(garbage, 'row holds', 'rows hold')} something that is no time in a time column. It is served as null and sorts last.`,
        HARMLESS,
      ),
    );
  }
  const future =
    number(sql, 'SELECT COUNT(*) FROM sessions WHERE started_at BETWEEN ? AND 253402300799', now) +
    number(sql, 'SELECT COUNT(*) FROM messages WHERE timestamp BETWEEN ? AND 253402300799', now);
  if (future > 0) {
    const what = `${counted(future, 'row is', 'rows are')} of a time more than a day ahead.`;
    findings.push(
      finding('note', 'future-times', what, 'Look at the clock of the machine that wrote them.'),
    );
  }
  return findings;
}

function number(sql: Look['sql'], statement: string, now?: number): number {
  const values = now === undefined ? [] : [now + DAY];
  return count(Object.values(sql.get(statement, ...values) ?? {})[0]);
}

function isNoTime(column: string): string {
  return `${column} IS NOT NULL AND NOT (${isTime(column)})`;
}

/** The ids that are among their own ancestors. */
function inCircles(parents: ReadonlyMap<string, string | null>): string[] {
  const settled = new Set<string>();
  const circles: string[] = [];
  for (const start of parents.keys()) {
    const trail: string[] = [];
    const seen = new Set<string>();
    let id: string | null | undefined = start;
    while (typeof id === 'string' && !settled.has(id) && !seen.has(id)) {
      seen.add(id);
      trail.push(id);
      id = parents.get(id);
    }
    if (typeof id === 'string' && seen.has(id)) circles.push(...trail.slice(trail.indexOf(id)));
    for (const each of trail) settled.add(each);
  }
  return circles;
}
