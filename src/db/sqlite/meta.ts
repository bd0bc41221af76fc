import { InvalidInputError } from '../../domain/errors.js';
import { OWN_PREFIX, storableText, storableTextOrNull } from '../../domain/storable.js';
import { textOrNull } from './decode.js';
import type { Sql, Tx } from './sql.js';

/** What Hermes keeps of the file's own form: a wrong value would break its indexes or its checks. */
const FORM_KEYS = new Set([
  'db_file_generation',
  'store_instance_id',
  'store_created_at_utc',
  'telegram_dm_topic_schema_version',
]);

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
  if (FORM_KEYS.has(key) || key.startsWith('fts_') || key.startsWith(OWN_PREFIX)) {
    throw new InvalidInputError(
      'key',
      `Key ${JSON.stringify(key)} describes the file itself and cannot be set.`,
    );
  }
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
