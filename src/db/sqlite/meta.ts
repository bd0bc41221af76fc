import { assertHarmlessKey } from '../../domain/meta-keys.js';
import { storableText, storableTextOrNull } from '../../domain/storable.js';
import { textOrNull } from './decode.js';
import type { Sql, Tx } from './sql.js';

/** A value of the file's key-value table; null when there is none. */
export function meta(sql: Sql, key: string): string | null {
  if (!sql.layout().tables.has('state_meta')) return null;
  return textOrNull(sql.get('SELECT value FROM state_meta WHERE key = ?', key)?.['value']);
}

/**
 * Stores a value; null is stored as NULL, which reads as none.
 *
 * @throws InvalidInputError for the keys that describe the file's form, and for our own
 */
export function setMeta(tx: Tx, key: string, value: string | null): void {
  assertHarmlessKey(key);
  writeMeta(tx, storableText('key', key), storableTextOrNull('value', value));
}

/** Stores a value under any key. */
export function writeMeta(tx: Tx, key: string, value: string | null): void {
  tx.run(
    `INSERT INTO state_meta (key, value) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    key,
    value,
  );
}
