#!/usr/bin/env node
import { Command } from 'commander';
import { registerDemo } from './demo.js';
import { registerDoctor } from './doctor.js';
import { fail } from './fail.js';
import { registerMigrate } from './migrate.js';
import { registerServe } from './serve.js';
import { version } from './version.js';

const program = new Command('hermes-graphql')
  .description('A typed GraphQL API over the session store of Hermes Agent.')
  .version(version())
  .showHelpAfterError();

registerServe(program);
registerDemo(program);
registerMigrate(program);
registerDoctor(program);

try {
  await program.parseAsync();
} catch (error) {
  fail(error);
}
