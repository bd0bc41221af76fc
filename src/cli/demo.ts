import { InvalidArgumentError, Option, type Command } from 'commander';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFilledStore } from '../db/sqlite/bulk.js';
import { openSqliteStore } from '../db/sqlite/index.js';
import { systemClock } from '../domain/time.js';
import { generateStore } from './demo/generate.js';
import { endOnSignal, listenOptions, serve, type ListenOptions } from './serve.js';

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
      const folder = mkdtempSync(join(tmpdir(), 'hermes-graphql-demo-'));
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      const path = join(folder, 'state.db');
      createFilledStore(path, generateStore({ seed: options.seed, now: systemClock() }));
      const store = openSqliteStore({ path });
      const server = await serve(store, options);
      endOnSignal(server, store);
      const { sessionCount, messageCount } = await store.status();
      process.stdout.write(
        `Serving ${sessionCount} invented sessions with ${messageCount} messages at ${server.link}\n` +
          'They are gone when you stop it (Ctrl-C).\n',
      );
    });
}

function parseSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A seed is a whole number of at most nine digits.');
}
