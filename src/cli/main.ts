#!/usr/bin/env node
import { Command } from 'commander';
import { registerDemo } from './demo.js';
import { registerDoctor } from './doctor.js';
import { fail } from './fail.js';
import { registerMigrate } from './migrate.js';
import { registerServe } from './serve.js';
import { registerStats } from './stats.js';
import { version } from './version.js';

const program = new Command('hermes-graphql')
  .description('A typed GraphQL API over the session store of Hermes Agent.')
  .version(version())
  .showHelpAfterError('Add --help to see what there is.');

registerServe(program);
registerDemo(program);
registerStats(program);
registerMigrate(program);
registerDoctor(program);

try {
  await program.parseAsync();
} catch (error) {
  fail(error);
}
