import { NEWEST_KNOWN_SCHEMA } from '../layout.js';
import { readNeeds } from '../migrations/needs.js';
import { newerTrait, schemaByStructure } from '../migrations/structure.js';
import { duplicateTitles } from '../migrations/titles.js';
import { foreignTriggers, namedTriggers, TRIGGERS } from '../triggers.js';
import { counted, finding, type Finding, type Look } from './finding.js';

const MIGRATE = 'Run `hermes-graphql migrate`; it makes a backup first.';

/** Triggers that no Hermes makes: they run with every write, and may stop it. */
export function triggers({ sql, layout }: Look): Finding[] {
  const foreign = layout.family === 'unknown' ? [] : foreignTriggers(sql.all(TRIGGERS));
  if (foreign.length === 0) return [];
  return [
    finding(
      'note',
      'foreign-triggers',
      `The store has the ${namedTriggers(foreign)}, which no Hermes makes.`,
      'Nothing needs to be done. Should writing fail, look at what they do.',
    ),
  ];
}

/** Whether the version row, the tables and the columns fit together. */
export function schema(look: Look): Finding[] {
  const { layout } = look;
  const version = layout.schemaVersion;
  if (version !== null && version > NEWEST_KNOWN_SCHEMA) {
    return [
      finding(
        'warning',
        'unknown-schema',
        `The store has schema ${version}; this program knows schemas up to ${NEWEST_KNOWN_SCHEMA}.`,
        'It is served as far as it can be understood and never written. Look for a newer hermes-graphql.',
      ),
    ];
  }
  if (layout.family === 'newer') return [];
  const trait = newerTrait(layout);
  if (trait !== null) {
    return [
      finding(
        'problem',
        'version-contradicted',
        `The store ${version === null ? 'has no schema version' : `says it has schema ${version}`}, but has ${trait.name}, which came with schema ${trait.schema}.`,
        'Open it with the Hermes that made it, which finishes its upgrade.',
      ),
    ];
  }
  return [...versionRow(look), ...lacking(look)];
}

function versionRow({ layout }: Look): Finding[] {
  if (layout.family === 'legacy') {
    return [
      finding(
        'warning',
        'old-schema',
        `The store has schema ${String(layout.schemaVersion)}, so it is served for reading only, and a search does not find what tools were called with.`,
        MIGRATE,
      ),
    ];
  }
  if (layout.family !== 'unknown') return [];
  return [
    finding(
      'problem',
      'no-version',
      `The store has no schema version; by its tables it is of schema ${schemaByStructure(layout)}.`,
      MIGRATE,
    ),
  ];
}

/** Of a store of schema 11 what is missing; of an older one the migration brings it anyway. */
function lacking({ sql, layout }: Look): Finding[] {
  const findings: Finding[] = [];
  const duplicates = layout.sessions.has('title') ? duplicateTitles(sql) : 0;
  if (duplicates > 0) {
    findings.push(
      finding(
        'warning',
        'duplicate-titles',
        `${counted(duplicates, 'session has', 'sessions have')} a title that a newer session has too.`,
        `${MIGRATE} The newest keeps its title, the others get numbers.`,
      ),
    );
  }
  if (layout.family !== 'current') return findings;
  const needs = readNeeds(sql);
  const missing = [
    ...needs.tables.map((name) => `table ${name}`),
    ...needs.columns.map((name) => `column ${name}`),
    ...needs.indexes.map((name) => `index ${name}`),
  ];
  if (missing.length > 0) {
    findings.push(
      finding('warning', 'incomplete-schema', `The store lacks ${missing.join(', ')}.`, MIGRATE),
    );
  }
  return findings;
}
