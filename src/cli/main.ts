#!/usr/bin/env node
import './production.js';
import { Command } from 'commander';
import { registerDemo } from './demo.js';
import { registerDoctor } from './doctor.js';
import { fail } from './fail.js';
import { registerHelp } from './help.js';
import { registerMigrate } from './migrate.js';
import { watchOutput } from './output.js';
import { registerServe } from './serve.js';
import { registerStats } from './stats.js';
import { version } from './version.js';

watchOutput();

let db: string | undefined;
const program = new Command('hermes-graphql')
  .description('A typed GraphQL API over the session store of Hermes Agent.')
  .version(version())
  .showHelpAfterError('Add --help to see what there is.')
  .hook('preAction', (_program, command) => {
    const given: unknown = command.getOptionValue('db');
    if (typeof given === 'string' && given.trim() !== '') db = given;
  });

registerServe(program);
registerDemo(program);
registerStats(program);
registerMigrate(program);
registerDoctor(program);
registerHelp(program);

try {
  await program.parseAsync();
} catch (error) {
  fail(error, { db });
}
