import { COST_BASES } from '../../../domain/session.js';
import { coded, decoded, type MovedUsage, type SessionFacts } from '../../../domain/stats/facts.js';
import { modelShares } from '../../../domain/stats/model-shares.js';
import { count, realOrNull, text, textOrNull, type Row } from '../decode.js';
import type { Sql } from '../sql.js';

type Known = Pick<SessionFacts, 'ids' | 'model' | 'tokens' | 'apiCalls' | 'usd' | 'costBasis'>;

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
 * What sessions used through other models than their own. Newer files note usage by session and
 * model; older ones do not, and there nothing was moved. Work beside the chat (titles, compression)
 * is noted there too, by task, but no session counts it: it is left out, so that sums agree.
 */
export function movedUsage(sql: Sql, sessions: Known): MovedUsage {
  const moved: MovedUsage = {
    session: [],
    model: { values: [], codes: [] },
    tokens: { input: [], output: [], cacheRead: [], cacheWrite: [], reasoning: [] },
    apiCalls: [],
    usd: [],
  };
  const models: (string | null)[] = [];
  const places = new Map(sessions.ids.map((id, place) => [id, place]));
  for (const [id, notes] of notesBySession(sql)) {
    const place = places.get(id);
    if (place === undefined) continue;
    const own = decoded(sessions.model, place);
    const shares = sharesOf(sessions, place, notes);
    notes.forEach((note, at) => {
      if (note.model === own || (note.model === null && own === UNKNOWN)) return;
      moved.session.push(place);
      models.push(note.model);
      for (const [kind] of KINDS) moved.tokens[kind].push(shares[kind][at] ?? 0);
      moved.apiCalls.push(shares.apiCalls[at] ?? 0);
      moved.usd.push(shares.usd[at] ?? 0);
    });
  }
  moved.model = coded(models);
  return moved;
}

interface Note {
  model: string | null;
  row: Row;
}

/** What the file notes, by session: one note for each model. */
function notesBySession(sql: Sql): Map<string, Note[]> {
  const notes = new Map<string, Note[]>();
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
    `SELECT u.session_id, CASE WHEN u.model IN ('', '${UNKNOWN}') THEN NULL ELSE u.model END AS used,
     ${sums.join(', ')} FROM session_model_usage AS u
     ${columns.has('task') ? `WHERE u.task = ''` : ''} GROUP BY u.session_id, used`,
  );
  for (const row of rows) {
    const id = text(row['session_id']);
    const list = notes.get(id) ?? [];
    notes.set(id, list);
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
      true,
    );
  const { tokens } = sessions;
  const isActual = sessions.costBasis[place] === COST_BASES.indexOf('ACTUAL');
  const dollars = isActual ? 'actual_cost_usd' : 'estimated_cost_usd';
  return {
    input: shares(tokens.input[place], 'input_tokens'),
    output: shares(tokens.output[place], 'output_tokens'),
    cacheRead: shares(tokens.cacheRead[place], 'cache_read_tokens'),
    cacheWrite: shares(tokens.cacheWrite[place], 'cache_write_tokens'),
    reasoning: shares(tokens.reasoning[place], 'reasoning_tokens'),
    apiCalls: shares(sessions.apiCalls[place], 'api_call_count'),
    usd: modelShares(
      sessions.usd[place] ?? 0,
      notes.map(({ row }) => realOrNull(row[dollars]) ?? 0),
      false,
    ),
  };
}
