import type { SessionFilter } from '../../../domain/session.js';
import {
  coded,
  decoded,
  type Coded,
  type ConversationFacts,
  type SessionFacts,
} from '../../../domain/stats/facts.js';
import { conversationTables } from '../conversations/chains.js';
import { conversationFacets } from '../conversations/facets.js';
import { textOrNull, time } from '../decode.js';
import { facetWhere } from '../sessions/filter.js';
import { sessionFacets } from '../sessions/facets.js';
import type { Sql } from '../sql.js';

/** What a conversation is grouped by, of one of its sessions. */
interface Ends {
  source: string | null;
  model: string | null;
  provider: string | null;
  endReason: string | null;
  startedAt: number | null;
}

const NO_SESSION: Ends = {
  source: null,
  model: null,
  provider: null,
  endReason: null,
  startedAt: null,
};

/** What is known of sessions that conversations have too. */
type Known = Pick<
  SessionFacts,
  'rowids' | 'source' | 'model' | 'provider' | 'endReason' | 'startedAt'
>;

/**
 * The conversations that a filter admits, the same as their list has. The statement gives row
 * numbers alone, since prompts lie in the way of what else is wanted: that is taken from the sessions
 * known.
 */
export function conversationFacts(
  sql: Sql,
  filter: SessionFilter,
  now: number,
  known: Known,
): ConversationFacts {
  const layout = sql.layout();
  const where = facetWhere(conversationFacets(layout), filter, now);
  const rows = sql.all(
    `WITH ${conversationTables(layout)} SELECT h.rowid AS head, t.rowid AS tip FROM conversation AS k
     JOIN sessions AS h ON h.id = k.head JOIN sessions AS t ON t.id = k.tip WHERE ${where.sql}`,
    ...where.values,
  );
  const pairs = rows.map((row) => ({ head: Number(row['head']), tip: Number(row['tip']) }));
  const endsOf = sessionEnds(sql, known, new Set(pairs.flatMap(({ head, tip }) => [head, tip])));
  const heads = pairs.map(({ head }) => endsOf(head));
  const tips = pairs.map(({ tip }) => endsOf(tip));
  return {
    source: coded(heads.map((head) => head.source)),
    model: coded(tips.map((tip) => tip.model)),
    provider: coded(tips.map((tip) => tip.provider)),
    endReason: coded(tips.map((tip) => tip.endReason)),
    startedAt: heads.map((head) => head.startedAt),
  };
}

/** Looks sessions up among those known, and reads the rest of those wanted from the file. */
function sessionEnds(sql: Sql, known: Known, wanted: ReadonlySet<number>): (rowid: number) => Ends {
  const places = new Map(known.rowids.map((rowid, place) => [rowid, place]));
  const facets = sessionFacets(sql.layout());
  const missing = [...wanted].filter((rowid) => !places.has(rowid));
  const rows =
    missing.length === 0
      ? []
      : sql.all(
          `SELECT s.rowid AS number, ${facets.source} AS source, ${facets.model} AS model,
           ${facets.provider} AS provider, ${facets.endReason} AS end_reason,
           ${facets.startedAt} AS started
           FROM json_each(?) AS k JOIN sessions AS s ON s.rowid = k.value`,
          JSON.stringify(missing),
        );
  const others = new Map(
    rows.map((row) => [
      Number(row['number']),
      {
        source: textOrNull(row['source']),
        model: textOrNull(row['model']),
        provider: textOrNull(row['provider']),
        endReason: textOrNull(row['end_reason']),
        startedAt: time(row['started']),
      },
    ]),
  );
  return (rowid) => {
    const place = places.get(rowid);
    if (place === undefined) return others.get(rowid) ?? NO_SESSION;
    const value = (column: Coded) => decoded(column, place);
    return {
      source: value(known.source),
      model: value(known.model),
      provider: value(known.provider),
      endReason: value(known.endReason),
      startedAt: known.startedAt[place] ?? null,
    };
  };
}
