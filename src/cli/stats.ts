import { InvalidArgumentError, Option, type Command } from 'commander';
import { openSqliteStore } from '../db/sqlite/index.js';
import { systemClock } from '../domain/time.js';
import { localZone } from './stats/local-zone.js';
import { readFigures } from './stats/figures.js';
import { reportJson } from './stats/json.js';
import { reportLines } from './stats/report.js';
import { scopeOf, type ScopeOptions } from './stats/scope.js';
import { COLOURED, PLAIN } from './stats/text.js';
import { storePath } from './store-path.js';
import { hasNoColour, takesEscapes } from './terminal.js';

interface StatsOptions extends ScopeOptions {
  db?: string;
  json?: boolean;
}

const COLUMNS = 80;

/** `hermes-graphql stats`: what the store amounts to. Only reads. */
export function registerStats(program: Command): void {
  const collect = (value: string, before: string[] = []) => [...before, value];
  program
    .command('stats')
    .description('Show what was used: sessions, messages, tokens, cost, models, tools, days.')
    .option('--db <file>', 'the store; $HERMES_HOME/state.db or ~/.hermes/state.db by default')
    .option('--json', 'answer as JSON, with the names of the GraphQL API')
    .option(
      '--time-zone <name>',
      'IANA time zone of days and hours; that of this computer by default',
    )
    .addOption(
      new Option('--days <number>', 'only sessions that started in the last days, today included')
        .argParser(parseDays)
        .conflicts(['from', 'until']),
    )
    .option('--from <date>', 'only sessions that started on this date or instant, or later')
    .option('--until <date>', 'only sessions that started before this date or instant')
    .option('--source <name>', 'only sessions from this source; repeatable', collect)
    .option('--exclude-source <name>', 'no sessions from this source; repeatable', collect)
    .option('--model <name>', 'only sessions with this model; repeatable', collect)
    .option('--provider <name>', 'only sessions billed by this provider; repeatable', collect)
    .action(async (options: StatsOptions) => {
      process.stdout.write(await statsText(options, process.stdout));
    });
}

async function statsText(options: StatsOptions, output: NodeJS.WriteStream): Promise<string> {
  const local = localZone();
  if (options.timeZone === undefined && local.remark !== null) {
    process.stderr.write(`${local.remark}\n`);
  }
  const scope = scopeOf(options, systemClock(), local.name);
  const store = openSqliteStore({
    path: storePath(options.db, process.env),
    mode: 'read-only',
    heavy: 'inline',
  });
  try {
    if (options.json === true) return await reportJson(store, scope, systemClock);
    const figures = await readFigures(store, scope, systemClock());
    const style = takesEscapes(output, process.env) && !hasNoColour(process.env) ? COLOURED : PLAIN;
    const columns = output.isTTY && output.columns > 0 ? output.columns : COLUMNS;
    return `${reportLines(figures, style, columns).join('\n')}\n`;
  } finally {
    await store.close();
  }
}

function parseDays(text: string): number {
  const days = Number(text);
  if (/^\d{1,4}$/.test(text) && days >= 1 && days <= 3660) return days;
  throw new InvalidArgumentError('Days are a number from 1 to 3660.');
}
