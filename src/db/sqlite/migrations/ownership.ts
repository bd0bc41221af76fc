import { NEWEST_KNOWN_SCHEMA, OWN_SCHEMA, type Layout } from '../layout.js';
import { missingFoundation, newerTrait } from './structure.js';

/**
 * Why a file is not ours to migrate or repair, as a sentence; null when it is. Ours are the schemas
 * 1 to 11, and files without a version whose tables are of those. What a newer Hermes owns is never
 * touched, and what a version row says is checked against the tables.
 */
export function notOurs(layout: Layout, path: string): string | null {
  const missing = missingFoundation(layout);
  if (missing !== null) return `${path} is no Hermes store: it has no column ${missing}.`;
  const version = layout.schemaVersion;
  if (version !== null && version > NEWEST_KNOWN_SCHEMA) {
    return `${path} has schema ${version}, and this program knows schemas up to ${NEWEST_KNOWN_SCHEMA}. It was left as it is.`;
  }
  if (version !== null && version > OWN_SCHEMA) {
    return `${path} has schema ${version}, which a newer Hermes owns. It was left as it is; that Hermes upgrades and repairs it.`;
  }
  const trait = newerTrait(layout);
  if (trait !== null) {
    const says = version === null ? 'has no schema version' : `says it has schema ${version}`;
    return `${path} ${says}, but has ${trait.name}, which came with schema ${trait.schema}. It was left as it is; open it with the Hermes that made it.`;
  }
  return null;
}
