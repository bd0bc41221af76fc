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
 * Which sessions begin what people call one chat: roots, branches and resets. Delegates and
 * continuations do not. A session whose parent is gone is a root, so nothing is hidden for ever.
 *
 * @param child alias of a session
 * @param parent alias of its parent's row, LEFT JOINed
 */
export function isHead(layout: Layout, child: string, parent: string): string {
  return `(${child}.parent_session_id IS NULL
    OR (${lineageKindValue(layout, child, parent)}) IN ('ROOT', 'BRANCH', 'RESET'))`;
}

/** The continuation of a session (alias): the newest start, then the greatest id; NULL at a tip. */
export function nextSegment(layout: Layout, session: string): string {
  return `(SELECT c.id FROM sessions AS c WHERE c.parent_session_id = ${session}.id
    AND c.id IS NOT NULL AND ${isKind(layout, 'c', session, 'CONTINUATION')}
    ORDER BY c.started_at DESC, c.id DESC LIMIT 1)`;
}

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
