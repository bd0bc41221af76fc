import type { MessageRow } from '../../../domain/message.js';
import { IDEMPOTENCY_PREFIX, idempotencyMetaKey } from '../../../domain/storable.js';
import { textOrNull } from '../decode.js';
import type { Tx } from '../sql.js';
import { messagesByIds } from './lists.js';

const REMEMBERED_SECONDS = 86_400;

/**
 * Appends that carry a key are remembered for a day in the file's own key-value table, in the same
 * transaction as the row, so that a repeat is recognised after a crash too. The key is hashed with
 * the session's id; the value is `<epoch seconds>:<message id>`.
 */
export function rememberedAppend(tx: Tx, sessionId: string, key: string): MessageRow | null {
  const found = tx.get(
    'SELECT value FROM state_meta WHERE key = ?',
    idempotencyMetaKey(sessionId, key),
  );
  const id = Number(textOrNull(found?.['value'])?.split(':')[1]);
  if (!Number.isSafeInteger(id)) return null;
  const message = messagesByIds(tx, [id])[0] ?? null;
  return message?.session_id === sessionId ? message : null;
}

/** Remembers an append made at `now` (epoch seconds), and forgets those of more than a day ago. */
export function rememberAppend(
  tx: Tx,
  sessionId: string,
  key: string,
  messageId: number,
  now: number,
): void {
  tx.run(
    `INSERT INTO state_meta (key, value) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    idempotencyMetaKey(sessionId, key),
    `${now}:${messageId}`,
  );
  if (messageId % FORGET_EVERY === 0) forget(tx, now);
}

/** How many appends go by between two looks at what is old: a look reads all that is remembered. */
const FORGET_EVERY = 100;

function forget(tx: Tx, now: number): void {
  tx.run(
    `DELETE FROM state_meta WHERE key >= ? AND key < ? AND CAST(value AS REAL) < ?`,
    IDEMPOTENCY_PREFIX,
    `${IDEMPOTENCY_PREFIX}~`,
    now - REMEMBERED_SECONDS,
  );
}
