import { InvalidArgumentError, Option, type Command } from 'commander';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as heedSignals } from 'node:timers/promises';
import { createFilledStore } from '../db/sqlite/bulk.js';
import { openSqliteStore } from '../db/sqlite/index.js';
import { systemClock } from '../domain/time.js';
import { generateStore } from './demo/generate.js';
import { describeReach, listenOptions, type ListenOptions } from './listening.js';
import { endOnSignal, serve, SIGNALS } from './serving.js';

interface DemoOptions extends ListenOptions {
  seed: number;
}

/** `hermes-graphql demo`: a temporary store of invented history, to look around in. */
export function registerDemo(program: Command): void {
  listenOptions(program.command('demo'))
    .description('Serve a temporary store filled with invented history.')
    .addOption(
      new Option('--seed <number>', 'another number gives another history')
        .default(1)
        .argParser(parseSeed),
    )
    .action(async (options: DemoOptions) => {
      // A signal that nobody handles ends the process without a word, and the folder would stay.
      for (const signal of SIGNALS) process.on(signal, endAtOnce);
      const folder = mkdtempSync(join(tmpdir(), 'hermes-graphql-demo-'));
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      const path = join(folder, 'state.db');
      const served = await serve(options, async () => {
        const rows = generateStore({ seed: options.seed, now: systemClock() });
        await heedSignals();
        createFilledStore(path, rows);
        await heedSignals();
        return openSqliteStore({ path });
      });
      endOnSignal(served);
      for (const signal of SIGNALS) process.off(signal, endAtOnce);
      const { server, status } = served;
      const { sessionCount, messageCount } = status;
      const reach = describeReach(options, server.port);
      process.stdout.write(
        `Serving ${sessionCount} invented sessions with ${messageCount} messages at ${server.link}\n` +
          (reach === null ? '' : `${reach}\n`) +
          'They are gone when you stop it (Ctrl-C).\n',
      );
    });
}

function endAtOnce(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal]);
}

function parseSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A seed is a whole number of at most nine digits.');
}
