import type { Command } from 'commander';
import { inspectStore, type Inspection } from '../db/sqlite/inspect/inspect.js';
import { repairSearch } from '../db/sqlite/migrations/repair-search.js';
import { HermesError, StoreUnusableError } from '../domain/errors.js';
import { runnable } from './advice.js';
import { describeInspection } from './doctor-report.js';
import { progressLine } from './progress.js';
import { storePath } from './store-path.js';

interface DoctorOptions {
  db?: string;
  json?: boolean;
  repairSearch?: boolean;
}

const HEALTHY = 0;
const FINDINGS = 1;
const UNUSABLE = 2;

/**
 * `hermes-graphql doctor`: what a store is, what is wrong with it and what to do. Ends with 0 when
 * it is healthy (notes do not count), 1 when there are findings, 2 when it cannot be used.
 */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Look a store over: what it is, what is wrong, and what to do.')
    .option('--db <file>', 'the store; $HERMES_HOME/state.db or ~/.hermes/state.db by default')
    .option('--json', 'answer as JSON')
    .option('--repair-search', 'make both search indexes of a schema-11 store anew, then look')
    .addHelpText('after', '\nExit codes: 0 healthy, 1 a warning or a problem, 2 unusable.')
    .action(async (options: DoctorOptions) => {
      const path = storePath(options.db, process.env);
      const tell = (text: string) => runnable(text, { db: options.db });
      const show = options.json === true ? asJson : describeInspection;
      try {
        const repaired = options.repairSearch !== true || (await repair(path, tell));
        const inspection = advised(await inspectStore(path), tell);
        process.stdout.write(show(inspection));
        process.exitCode = Math.max(exitCode(inspection), repaired ? HEALTHY : FINDINGS);
      } catch (error) {
        if (!(error instanceof StoreUnusableError)) throw error;
        process.stdout.write(
          options.json === true
            ? `${JSON.stringify({ facts: null, findings: [], unusable: tell(error.message) }, null, 2)}\n`
            : `${tell(error.message)}\n`,
        );
        process.exitCode = UNUSABLE;
      }
    });
}

/** Whether the indexes were made anew. What is said of it goes to stderr, beside the report. */
async function repair(path: string, advise: (text: string) => string): Promise<boolean> {
  const line = progressLine(process.stderr);
  const tell = (text: string) => {
    line.end();
    process.stderr.write(`${text}\n`);
  };
  try {
    const rows = await repairSearch(path, { onProgress: (progress) => line.show(progress) });
    const { messages_fts: words, messages_fts_trigram: trigrams } = rows;
    tell(`Indexed ${words} messages by words and ${trigrams} by three-character runs.`);
    return true;
  } catch (error) {
    if (!(error instanceof HermesError)) throw error;
    tell(advise(error.message));
    return false;
  }
}

/** An inspection whose advice can be run as it stands. */
function advised({ facts, findings }: Inspection, tell: (text: string) => string): Inspection {
  return {
    facts,
    findings: findings.map((finding) => ({ ...finding, advice: tell(finding.advice) })),
  };
}

function exitCode({ findings }: Inspection): number {
  const severities = new Set(findings.map(({ severity }) => severity));
  if (severities.has('fatal')) return UNUSABLE;
  return severities.has('problem') || severities.has('warning') ? FINDINGS : HEALTHY;
}

function asJson({ facts, findings }: Inspection): string {
  return `${JSON.stringify({ facts, findings, unusable: null }, null, 2)}\n`;
}
