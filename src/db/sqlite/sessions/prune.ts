import { InvalidInputError } from '../../../domain/errors.js';
import type { PrunedSessions, PruneSessions } from '../../../domain/removal.js';
import { and, clause, type Clause } from '../clause.js';
import { text } from '../decode.js';
import type { Layout } from '../layout.js';
import { delegateIds } from '../newer/delegates.js';
import { liveLocks } from '../newer/locks.js';
import type { Sql, Steps, Tx } from '../sql.js';
import { sessionWhere } from './filter.js';
import { sessionsByIds } from './lists.js';
import { isHeld, removeSessions } from './remove.js';
import { lastActiveValue, timeValue } from './values.js';

const DAY_SECONDS = 86_400;

/**
 * Removes old sessions in one transaction, as `prunableSessions` lists them. Children that stay lose
 * their parent.
 *
 * @throws InvalidInputError
 */
export function* pruneSessions(tx: Tx, prune: PruneSessions, now: number): Steps<PrunedSessions> {
  const pruned = prunableSessions(tx, prune, now);
  yield* removeSessions(tx, pruned.sessionIds);
  return { ...pruned, dryRun: false };
}

/**
 * What a prune at `now` (epoch seconds) removes: ended sessions whose age is above so many days, and
 * with `includeNeverEnded` open ones that were idle as long. A session of unknown age stays, and so
 * does one that Hermes holds. On files that mark delegates, those go with theirs that are as old and
 * ended; whatever the filter says of sources, for a delegate has one of its own.
 *
 * @throws InvalidInputError when the number of days is not finite
 */
export function prunableSessions(sql: Sql, prune: PruneSessions, now: number): PrunedSessions {
  if (!Number.isFinite(prune.olderThanDays)) {
    throw new InvalidInputError(
      'olderThanDays',
      `\`olderThanDays\` is ${prune.olderThanDays}; it must be a finite number.`,
    );
  }
  const cutoff = now - prune.olderThanDays * DAY_SECONDS;
  const layout = sql.layout();
  const where = and([sessionWhere(layout, prune.filter ?? {}, now), isOld(layout, prune, cutoff)]);
  const rows = sql.all(
    `SELECT s.id FROM sessions AS s WHERE ${where.sql} ORDER BY s.started_at, s.id`,
    ...where.values,
  );
  const locks = liveLocks(sql, now);
  const old = rows.map((row) => text(row['id'])).filter((id) => !isHeld(sql, () => [id], locks));
  const sessionIds = [...old, ...oldOnes(sql, delegateIds(sql, old), prune, cutoff)];
  const starts = sessionsByIds(sql, sessionIds).flatMap((session) => session?.started_at ?? []);
  return {
    sessionIds,
    count: sessionIds.length,
    oldestStartedAt: starts.length === 0 ? null : starts.reduce((a, b) => Math.min(a, b)),
    newestStartedAt: starts.length === 0 ? null : starts.reduce((a, b) => Math.max(a, b)),
    dryRun: true,
  };
}

/** Those of some sessions whose age is above the limit, too. */
function oldOnes(sql: Sql, ids: readonly string[], prune: PruneSessions, cutoff: number): string[] {
  const { sql: where, values } = isOld(sql.layout(), prune, cutoff);
  return sql
    .all(
      `SELECT s.id FROM json_each(?) AS k CROSS JOIN sessions AS s ON s.id = k.value
       WHERE ${where}`,
      JSON.stringify(ids),
      ...values,
    )
    .map((row) => text(row['id']));
}

function isOld(layout: Layout, prune: PruneSessions, cutoff: number): Clause {
  const idle = `(${lastActiveValue(layout)}) < ?`;
  const ended = clause(
    `s.ended_at IS NOT NULL AND ${prune.basis === 'STARTED' ? `(${timeValue('s.started_at')}) < ?` : idle}`,
    cutoff,
  );
  if (!prune.includeNeverEnded) return ended;
  return clause(`(${ended.sql}) OR (s.ended_at IS NULL AND ${idle})`, ...ended.values, cutoff);
}
