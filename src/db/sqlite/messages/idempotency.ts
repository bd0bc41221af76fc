import type { MessageRow } from '../../../domain/message.js';
import { IDEMPOTENCY_PREFIX, idempotencyMetaKey, OWN_PREFIX } from '../../../domain/storable.js';
import { meta, writeMeta } from '../meta.js';
import type { Tx } from '../sql.js';
import { messagesByIds } from './lists.js';

const REMEMBERED_SECONDS = 86_400;
/** A look at what is old reads all that is remembered. */
const FORGET_EVERY_SECONDS = 3600;
const FORGOTTEN_AT_KEY = `${OWN_PREFIX}appends-forgotten-at`;

/**
 * Appends that carry a key are remembered for a day in the file's own key-value table, in the same
 * transaction as the row, so that a repeat is recognised after a crash too. The key is hashed with
 * the session's id; the value is `<epoch seconds>:<message id>`.
 *
 * @returns the row of the key's first use within the day before `now` (epoch seconds), or null
 */
export function rememberedAppend(
  tx: Tx,
  sessionId: string,
  key: string,
  now: number,
): MessageRow | null {
  const [written, id] = meta(tx, idempotencyMetaKey(sessionId, key))?.split(':').map(Number) ?? [];
  if (written === undefined || !(now - written <= REMEMBERED_SECONDS)) return null;
  if (id === undefined || !Number.isSafeInteger(id)) return null;
  const message = messagesByIds(tx, [id])[0] ?? null;
  return message?.session_id === sessionId ? message : null;
}

/**
 * Remembers an append made at `now` (epoch seconds), and once an hour forgets those of more than a
 * day ago.
 */
export function rememberAppend(
  tx: Tx,
  sessionId: string,
  key: string,
  messageId: number,
  now: number,
): void {
  writeMeta(tx, idempotencyMetaKey(sessionId, key), `${now}:${messageId}`);
  const since = now - Number(meta(tx, FORGOTTEN_AT_KEY) ?? NaN);
  if (since >= 0 && since < FORGET_EVERY_SECONDS) return;
  forget(tx, now);
  writeMeta(tx, FORGOTTEN_AT_KEY, String(now));
}

function forget(tx: Tx, now: number): void {
  tx.run(
    `DELETE FROM state_meta WHERE key >= ? AND key < ? AND CAST(value AS REAL) < ?`,
    IDEMPOTENCY_PREFIX,
    `${IDEMPOTENCY_PREFIX}~`,
    now - REMEMBERED_SECONDS,
  );
}
