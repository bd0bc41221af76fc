import { InvalidInputError } from './errors.js';
import { OWN_PREFIX } from './storable.js';
import { pythonStrip } from './text.js';

/** How the keys begin that describe the file: a wrong value breaks Hermes' indexes or its checks. */
const FORM_KEYS = [
  'fts_',
  'db_file_generation',
  'store_instance_id',
  'store_created_at_utc',
  'telegram_',
];

/** How the other keys of Hermes begin: its last prune, goals of sessions, records of its gateway. */
const OTHER_KEYS = ['last_auto_prune', 'goal:', 'gateway.'];

/** Which keys clients may set: the same words in the schema, in the documentation and in refusals. */
export const META_KEY_RULE = `Begin a key with the name of your program. One that is blank is refused, and so is one that begins as those of Hermes (${listed(FORM_KEYS)}, ${listed(OTHER_KEYS)}) or of this server (${listed([OWN_PREFIX])}).`;

/**
 * Refuses a key that is not for clients to set.
 *
 * @throws InvalidInputError
 */
export function assertClientKey(key: string): void {
  if (pythonStrip(key) !== '' && !begins(key, [...FORM_KEYS, ...OTHER_KEYS, OWN_PREFIX])) return;
  throw new InvalidInputError('key', `Key ${JSON.stringify(key)} cannot be set. ${META_KEY_RULE}`);
}

/**
 * Refuses a key under which a wrong value would harm the file, or what this server remembers in it;
 * the store takes any other, as Hermes' own does.
 *
 * @throws InvalidInputError
 */
export function assertHarmlessKey(key: string): void {
  if (begins(key, [...FORM_KEYS, OWN_PREFIX])) assertClientKey(key);
}

function begins(key: string, starts: readonly string[]): boolean {
  return starts.some((start) => key.startsWith(start));
}

function listed(starts: readonly string[]): string {
  return starts.map((start) => `\`${start}\``).join(', ');
}
