import type { Layout } from '../layout.js';
import {
  costValue,
  counterValue,
  durationValue,
  isActive,
  isTime,
  lastActiveValue,
  messageCountValue,
  timeValue,
  totalTokensValue,
} from './values.js';

/**
 * What lists can filter and order by, each as an SQL expression. A session has these by itself; a
 * conversation has some from its first session, some from its last, and sums of others.
 */
export interface Facets {
  id: string;
  source: string;
  model: string;
  provider: string;
  userId: string;
  endReason: string;
  parentId: string;
  title: string;
  isEnded: string;
  /** Binds the present time once. */
  isActive: string;
  startedAt: string;
  /** The start as stored, and whether it is a time: an index can serve these. */
  storedStart: string;
  hasStart: string;
  endedAt: string;
  lastActiveAt: string;
  duration: string;
  messageCount: string;
  toolCallCount: string;
  totalTokens: string;
  cost: string;
  archived: string;
  pinned: string;
}

/** The facets of the session that an alias names. */
export function sessionFacets(layout: Layout, alias = 's'): Facets {
  const column = (name: string) => (layout.sessions.has(name) ? `${alias}.${name}` : 'NULL');
  return {
    id: `${alias}.id`,
    source: `${alias}.source`,
    model: column('model'),
    provider: column('billing_provider'),
    userId: column('user_id'),
    endReason: column('end_reason'),
    parentId: column('parent_session_id'),
    title: column('title'),
    isEnded: `${alias}.ended_at IS NOT NULL`,
    isActive: isActive(layout, alias),
    startedAt: timeValue(`${alias}.started_at`),
    storedStart: `${alias}.started_at`,
    hasStart: isTime(`${alias}.started_at`),
    endedAt: timeValue(`${alias}.ended_at`),
    lastActiveAt: lastActiveValue(layout, alias),
    duration: durationValue(layout, alias),
    messageCount: messageCountValue(layout, alias),
    toolCallCount: counterValue(layout, 'tool_call_count', alias),
    totalTokens: totalTokensValue(layout, alias),
    cost: costValue(layout, alias),
    archived: `COALESCE(${column('archived')}, 0) <> 0`,
    pinned: `COALESCE(${column('pinned')}, 0) <> 0`,
  };
}
