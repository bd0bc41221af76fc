import type { Layout } from '../layout.js';
import { sessionFacets, type Facets } from '../sessions/facets.js';
import { durationValue } from '../sessions/values.js';
import { segmentOrder } from './chains.js';

/**
 * The facets of a conversation, over the aliases `h` (its first session) and `t` (its tip): where it
 * came from is the first session's, how it stands is the tip's, and what was used is summed over
 * all its sessions. Its title is the last that was given; its cost is known as soon as one is.
 */
export function conversationFacets(layout: Layout): Facets {
  const head = sessionFacets(layout, 'h');
  const tip = sessionFacets(layout, 't');
  const each = sessionFacets(layout, 's');
  const overSegments = (aggregate: string) =>
    `(SELECT ${aggregate} FROM chain AS g JOIN sessions AS s ON s.id = g.id WHERE g.head = h.id)`;
  const lastTitle = `(SELECT ${each.title} FROM chain AS g JOIN sessions AS s ON s.id = g.id
    WHERE g.head = h.id AND NULLIF(${each.title}, '') IS NOT NULL
    ORDER BY ${segmentOrder('DESC')} LIMIT 1)`;
  return {
    ...tip,
    id: head.id,
    source: head.source,
    userId: head.userId,
    parentId: head.parentId,
    startedAt: head.startedAt,
    storedStart: head.storedStart,
    hasStart: head.hasStart,
    title: `COALESCE(NULLIF(${tip.title}, ''), ${lastTitle})`,
    duration: `MAX(0, (${durationValue(layout, 't')}) + (${tip.startedAt}) - (${head.startedAt}))`,
    messageCount: overSegments(`TOTAL(${each.messageCount})`),
    toolCallCount: overSegments(`TOTAL(${each.toolCallCount})`),
    totalTokens: overSegments(`TOTAL(${each.totalTokens})`),
    cost: held(overSegments(`SUM(${each.cost})`)),
  };
}

/** A sum of dollars, held at the largest float. */
function held(dollars: string): string {
  return `MAX(${-Number.MAX_VALUE}, MIN(${Number.MAX_VALUE}, ${dollars}))`;
}
