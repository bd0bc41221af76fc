import type { Command } from 'commander';
import { migrate, type MigrationReport } from '../db/sqlite/migrations/migrate.js';
import type { Needs } from '../db/sqlite/migrations/needs.js';
import type { Step } from '../db/sqlite/migrations/owned-store.js';
import type { TitleChange } from '../db/sqlite/migrations/titles.js';
import type { SearchIndex } from '../domain/search.js';
import { runnable } from './advice.js';
import { progressLine } from './progress.js';
import { storePath } from './store-path.js';

/** `hermes-graphql migrate`: an older store becomes one of schema 11, after a backup. */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .summary('Bring a store of schema 1 to 10 to schema 11, after a backup.')
    .description(
      'Bring a store of schema 1 to 10 to schema 11, after a backup. To one of schema 11 it adds what it lacks: ' +
        'tables, columns, indexes, and messages that its search indexes miss; a title that several sessions have ' +
        'stays with the newest. A store that lacks nothing is left as it is.',
    )
    .option('--db <file>', 'the store; $HERMES_HOME/state.db or ~/.hermes/state.db by default')
    .action(async ({ db }: { db?: string }) => {
      process.stdout.write(await migrateAndTell(storePath(db, process.env), db));
    });
}

/**
 * Migrates a store, with a line of progress on a terminal.
 *
 * @param db what was given with `--db`
 * @returns what was done, as text that ends with a line break
 * @throws what `migrate` throws
 */
export async function migrateAndTell(path: string, db: string | undefined): Promise<string> {
  const line = progressLine(process.stderr);
  const steps = new Set<Step>();
  try {
    const report = await migrate(path, {
      onProgress: (progress) => {
        steps.add(progress.step);
        line.show(progress);
      },
    });
    line.end();
    return `${runnable(describeMigration(report).join('\n'), { db })}\n`;
  } catch (error) {
    line.end();
    if (steps.size > 1) {
      const again =
        'The migration stopped. Run it again to go on where it stopped: `hermes-graphql migrate`.';
      process.stderr.write(`${runnable(again, { db })}\n`);
    }
    throw error;
  }
}

/** What a migration did, line by line. Titles that had to change are named. */
export function describeMigration(report: MigrationReport): string[] {
  if (report.backupPath === null) {
    return [
      `Nothing to do: ${report.path} has schema 11 and lacks nothing.`,
      ...report.damagedIndexes.map(describeDamage),
    ];
  }
  const before = report.versionBefore ?? report.structureBefore;
  const found = report.versionBefore === null ? ' (its version row was missing)' : '';
  const { messages_fts: words, messages_fts_trigram: trigrams } = report.indexedRows;
  return [
    before === 11 && found === ''
      ? `Put ${report.path} in order; it has schema 11.`
      : `Migrated ${report.path} from schema ${before}${found} to 11.`,
    `The backup is ${report.backupPath}.`,
    ...added(report.lacked),
    ...(words + trigrams > 0
      ? [`Indexed ${words} messages by words and ${trigrams} by three-character runs.`]
      : []),
    ...report.titles.map(describeTitle),
  ];
}

function added({ tables, columns, indexes }: Needs): string[] {
  return [
    ['Added tables', tables],
    ['Added columns', columns],
    ['Added indexes', indexes],
  ].flatMap(([what, names]) =>
    Array.isArray(names) && names.length > 0 ? [`${String(what)}: ${names.join(', ')}.`] : [],
  );
}

function describeDamage(index: SearchIndex): string {
  const name = index === 'words' ? 'words' : 'three-character runs';
  return `Its index of ${name} is damaged, so searches read the messages. Run \`hermes-graphql doctor --repair-search\`.`;
}

function describeTitle({ sessionId, from, to }: TitleChange): string {
  const session = sessionId === null ? 'A session without an id' : `Session ${sessionId}`;
  const now = to === null ? 'has no title now' : `is titled ${JSON.stringify(to)} now`;
  return `${session} ${now}: a newer session has the title ${JSON.stringify(from)}.`;
}
