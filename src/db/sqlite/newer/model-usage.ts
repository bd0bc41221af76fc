import type { Bindable } from '../driver.js';
import { text } from '../decode.js';
import type { Tx } from '../sql.js';

/** What a session used, as differences to what was counted before. */
export type UsageDifference = Readonly<Record<(typeof COUNTED)[number], number>>;

export const COUNTED = [
  'api_call_count',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'estimated_cost_usd',
  'actual_cost_usd',
] as const;

/** By what usage is told apart. */
export interface UsageRoute {
  model: string | null;
  billing_provider: string | null;
  billing_base_url: string | null;
  billing_mode: string | null;
}

/**
 * Newer files count what each model of a session used, beside the session's own totals. Adds the
 * difference to the row of the route, so that the rows go on summing up to the totals.
 */
export function addModelUsage(
  tx: Tx,
  sessionId: string,
  route: UsageRoute,
  difference: UsageDifference,
  cost: { status: string | null; source: string | null },
  now: number,
): void {
  if (!tx.layout().tables.has('session_model_usage')) return;
  const values: Record<string, Bindable> = {
    session_id: sessionId,
    model: route.model ?? 'unknown',
    billing_provider: route.billing_provider ?? '',
    billing_base_url: route.billing_base_url ?? '',
    billing_mode: route.billing_mode ?? '',
    ...(hasTask(tx) ? { task: '' } : {}),
    ...difference,
    cost_status: cost.status,
    cost_source: cost.source,
    first_seen: now,
    last_seen: now,
  };
  const names = Object.keys(values);
  tx.run(
    `INSERT INTO session_model_usage (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
     ON CONFLICT DO UPDATE SET
       ${COUNTED.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')},
       cost_status = COALESCE(excluded.cost_status, cost_status),
       cost_source = COALESCE(excluded.cost_source, cost_source),
       last_seen = excluded.last_seen`,
    ...Object.values(values),
  );
}

function hasTask(tx: Tx): boolean {
  return tx
    .all("SELECT name FROM pragma_table_info('session_model_usage')")
    .some((column) => text(column['name']) === 'task');
}
