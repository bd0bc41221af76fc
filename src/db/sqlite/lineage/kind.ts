import type { LineageKind } from '../../../domain/session.js';
import type { Layout } from '../layout.js';
import { isTime } from '../sessions/values.js';

/**
 * How a session came to be, as an SQL expression over a child and its parent (aliases as given; the
 * parent's row may be missing: LEFT JOIN it). This is the only place that decides.
 *
 * A session that names itself as its parent has none.
 *
 * A marker in the child's model config decides when it names this very parent; copied along a
 * compression it names another session and says nothing. Files that know in-place compaction
 * (schema 16 on) mark every delegate, so there a continuation need not start after its parent's end.
 */
export function lineageKindValue(layout: Layout, child: string, parent: string): string {
  const started = `${child}.started_at`;
  const ended = `${parent}.ended_at`;
  const afterEnd = `(${isTime(started)} AND ${isTime(ended)} AND ${started} >= ${ended})`;
  const continues = marksDelegates(layout) ? '1' : afterEnd;
  return `CASE
    WHEN ${parent}.id IS NULL OR ${parent}.id = ${child}.id THEN 'ROOT'
    WHEN ${hasMarker(child, 'branched')} THEN 'BRANCH'
    WHEN ${hasMarker(child, 'reset')} THEN 'RESET'
    WHEN ${hasMarker(child, 'delegate')} OR ${child}.source = 'subagent' THEN 'DELEGATE'
    WHEN ${parent}.end_reason = 'compression' AND ${child}.source <> 'tool' AND ${continues}
      THEN 'CONTINUATION'
    WHEN ${parent}.end_reason = 'branched' AND ${afterEnd} THEN 'BRANCH'
    WHEN ${parent}.ended_at IS NULL OR ${started} < ${ended} THEN 'DELEGATE'
    ELSE 'OTHER' END`;
}

/** Whether a child (alias) with a parent (alias) is of one kind. */
export function isKind(layout: Layout, child: string, parent: string, kind: LineageKind): string {
  return `(${lineageKindValue(layout, child, parent)}) = '${kind}'`;
}

/**
 * Which sessions begin a conversation, what people call one chat: all but delegates, which are found
 * below the session that started them, and continuations, which belong to the conversation of their
 * parent (`continues`). So every session is in exactly one conversation, and each that is hidden
 * hangs below one that is listed; where parents make a circle, one of it begins a conversation.
 *
 * @param child alias of a session
 * @param parent alias of its parent's row, LEFT JOINed
 */
export function isHead(layout: Layout, child: string, parent: string): string {
  return `(${child}.parent_session_id IS NULL
    OR (${lineageKindValue(layout, child, parent)}) NOT IN ${BELOW_OTHERS}
    OR ${beginsCircle(layout, child, parent)})`;
}

/** Whether a child (alias) belongs to the conversation of its parent (alias). */
export function continues(layout: Layout, child: string, parent: string): string {
  return `(${isKind(layout, child, parent, 'CONTINUATION')}
    AND NOT ${beginsCircle(layout, child, parent)})`;
}

/** The continuation of a session (alias): the newest start, then the greatest id; NULL at a tip. */
export function nextSegment(layout: Layout, session: string): string {
  return newestChild(session, isKind(layout, 'c', session, 'CONTINUATION'));
}

/** Like `nextSegment`, but it does not go round a circle: the session that begins it ends it too. */
export function nextInConversation(layout: Layout, session: string): string {
  return newestChild(session, continues(layout, 'c', session));
}

function newestChild(session: string, condition: string): string {
  return `(SELECT c.id FROM sessions AS c WHERE c.parent_session_id = ${session}.id
    AND c.id IS NOT NULL AND ${condition}
    ORDER BY c.started_at DESC, c.id DESC LIMIT 1)`;
}

/** The kinds of sessions that hang below another one and begin no conversation. */
const BELOW_OTHERS = `('CONTINUATION', 'DELEGATE')`;

/**
 * Whether a child that hangs below its parent begins a circle of parents: the first of it by start,
 * then id, while all of it hang below each other.
 *
 * Nobody starts before its parent but by clocks that went back, so the rest hardly ever runs. Where
 * it does, one walk down from all roots tells who is on no circle, whatever the length of chains.
 */
function beginsCircle(layout: Layout, child: string, parent: string): string {
  const isFirst = (one: string, other: string) =>
    `(IFNULL(${one}.started_at, 0), ${one}.id) < (IFNULL(${other}.started_at, 0), ${other}.id)`;
  return `(${isFirst(child, parent)} AND ${child}.id NOT IN (${BELOW_ROOTS}) AND (
    WITH RECURSIVE circle(id, is_below) AS (
      SELECT ${parent}.id, 1
      UNION
      SELECT higher.id, (${lineageKindValue(layout, 'lower', 'higher')}) IN ${BELOW_OTHERS}
      FROM circle JOIN sessions AS lower ON lower.id = circle.id
      JOIN sessions AS higher ON higher.id = lower.parent_session_id
      WHERE circle.id <> ${child}.id AND NOT ${isFirst('higher', child)})
    SELECT MAX(circle.id = ${child}.id) AND MIN(is_below) FROM circle))`;
}

/** The sessions whose parents end at one that has none. */
const BELOW_ROOTS = `
  WITH RECURSIVE below(id) AS (
    SELECT r.id FROM sessions AS r LEFT JOIN sessions AS q ON q.id = r.parent_session_id
    WHERE r.id IS NOT NULL AND (q.id IS NULL OR q.id = r.id)
    UNION
    SELECT r.id FROM below JOIN sessions AS r ON r.parent_session_id = below.id
    WHERE r.id IS NOT NULL)
  SELECT id FROM below`;

function marksDelegates(layout: Layout): boolean {
  return layout.messages.has('compacted');
}

/** Markers are rare and configs are long: JSON is parsed only where a marker's name stands in it. */
function hasMarker(child: string, marker: 'branched' | 'delegate' | 'reset'): string {
  const config = `${child}.model_config`;
  const orphan = marker === 'delegate' ? `, '__orphaned__'` : '';
  return `(instr(${config}, '_${marker}_from') > 0 AND json_valid(${config})
    AND json_extract(${config}, '$._${marker}_from') IN (${child}.parent_session_id${orphan}))`;
}
