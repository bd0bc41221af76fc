import { roundDollars } from '../../../domain/cost.js';
import { COST_BASES } from '../../../domain/session.js';
import { coded, decoded, type MovedUsage, type SessionFacts } from '../../../domain/stats/facts.js';
import { modelShares } from '../../../domain/stats/model-shares.js';
import type { Clause } from '../clause.js';
import { count, realOrNull, text, textOrNull, type Row } from '../decode.js';
import type { Sql } from '../sql.js';

type Known = Pick<SessionFacts, 'rowids' | 'model' | 'tokens' | 'apiCalls' | 'usd' | 'costBasis'>;

const KINDS = [
  ['input', 'input_tokens'],
  ['output', 'output_tokens'],
  ['cacheRead', 'cache_read_tokens'],
  ['cacheWrite', 'cache_write_tokens'],
  ['reasoning', 'reasoning_tokens'],
] as const;

/** What Hermes notes as the model where it knew none. */
const UNKNOWN = 'unknown';

/**
 * What the sessions (alias `s`) of a clause used through other models than their own. Newer files
 * note usage by session and model; older ones do not, and there nothing was moved. Work beside the
 * chat (titles, compression) is noted there too, by task, but no session counts it: it is left out,
 * so that sums agree.
 */
export function movedUsage(sql: Sql, where: Clause, sessions: Known): MovedUsage {
  const moved: MovedUsage = {
    session: [],
    model: { values: [], codes: [] },
    tokens: { input: [], output: [], cacheRead: [], cacheWrite: [], reasoning: [] },
    apiCalls: [],
    usd: [],
  };
  const models: (string | null)[] = [];
  const places = new Map(sessions.rowids.map((rowid, place) => [rowid, place]));
  for (const [rowid, notes] of notesBySession(sql, where)) {
    const place = places.get(rowid);
    if (place === undefined) continue;
    const own = decoded(sessions.model, place);
    const shares = sharesOf(sessions, place, notes);
    notes.forEach((note, at) => {
      if (note.model === own || (note.model === null && own === UNKNOWN)) return;
      moved.session.push(place);
      models.push(note.model);
      for (const [kind] of KINDS) moved.tokens[kind].push(shares[kind][at] ?? 0);
      moved.apiCalls.push(shares.apiCalls[at] ?? 0);
      moved.usd.push(shares.usd[at] ?? null);
    });
  }
  moved.model = coded(models);
  return moved;
}

interface Note {
  model: string | null;
  row: Row;
}

/** What the file notes, by the row number of the session: one note for each model. */
function notesBySession(sql: Sql, where: Clause): Map<number, Note[]> {
  const notes = new Map<number, Note[]>();
  if (!sql.layout().tables.has('session_model_usage')) return notes;
  const columns = new Set(
    sql
      .all(`SELECT name FROM pragma_table_info('session_model_usage')`)
      .map((row) => text(row['name'])),
  );
  if (!columns.has('session_id') || !columns.has('model')) return notes;
  const sum = (name: string) =>
    columns.has(name)
      ? `TOTAL(CASE WHEN typeof(u.${name}) IN ('integer', 'real') THEN u.${name} END) AS ${name}`
      : `0 AS ${name}`;
  const sums = [...KINDS.map(([, column]) => column), 'api_call_count', ...DOLLARS].map(sum);
  const rows = sql.all(
    `SELECT s.rowid AS number,
     CASE WHEN u.model IN ('', ?) THEN NULL ELSE u.model END AS used, ${sums.join(', ')}
     FROM session_model_usage AS u JOIN sessions AS s ON s.id = u.session_id
     WHERE ${columns.has('task') ? `u.task = ''` : '1'} AND (${where.sql}) GROUP BY u.session_id, used`,
    UNKNOWN,
    ...where.values,
  );
  for (const row of rows) {
    const rowid = Number(row['number']);
    const list = notes.get(rowid) ?? [];
    notes.set(rowid, list);
    list.push({ model: textOrNull(row['used']), row });
  }
  return notes;
}

const DOLLARS = ['estimated_cost_usd', 'actual_cost_usd'] as const;

/** What of a session's counters each note has a share in. */
function sharesOf(sessions: Known, place: number, notes: readonly Note[]) {
  const shares = (own: number | undefined, column: string) =>
    modelShares(
      own ?? 0,
      notes.map(({ row }) => count(row[column])),
      Math.round,
    );
  const { tokens } = sessions;
  return {
    input: shares(tokens.input[place], 'input_tokens'),
    output: shares(tokens.output[place], 'output_tokens'),
    cacheRead: shares(tokens.cacheRead[place], 'cache_read_tokens'),
    cacheWrite: shares(tokens.cacheWrite[place], 'cache_write_tokens'),
    reasoning: shares(tokens.reasoning[place], 'reasoning_tokens'),
    apiCalls: shares(sessions.apiCalls[place], 'api_call_count'),
    usd: dollarShares(sessions, place, notes),
  };
}

/**
 * Shares in a session's cost, by notes of the same kind of dollars. Where that is unknown so are they,
 * and a note of 0 is none: the column cannot be NULL, and 0 is what Hermes leaves in it.
 */
function dollarShares(sessions: Known, place: number, notes: readonly Note[]): (number | null)[] {
  const usd = sessions.usd[place] ?? null;
  const isActual = sessions.costBasis[place] === COST_BASES.indexOf('ACTUAL');
  const column = isActual ? 'actual_cost_usd' : 'estimated_cost_usd';
  const noted = notes.map(({ row }) => Math.max(0, realOrNull(row[column]) ?? 0));
  const shares = modelShares(usd ?? 0, noted, roundDollars);
  return noted.map((note, at) => (usd === null || note === 0 ? null : (shares[at] ?? null)));
}
