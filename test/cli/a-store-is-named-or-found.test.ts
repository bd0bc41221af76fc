import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { storePath } from '../../src/cli/store-path.js';

const HOME = { HERMES_HOME: '/srv/hermes' };

test('--db names the store, whatever the environment says', () => {
  expect(storePath('some.db', HOME)).toBe(resolve('some.db'));
});

test('HERMES_HOME is the folder of the store', () => {
  expect(storePath(undefined, HOME)).toBe(resolve('/srv/hermes', 'state.db'));
  const usual = join(homedir(), '.hermes', 'state.db');
  for (const HERMES_HOME of ['', ' ', undefined]) {
    expect(storePath(undefined, { HERMES_HOME })).toBe(usual);
  }
});

test.each(['', ' '])('an empty --db (%j) is refused: it is no folder', (db) => {
  expect(() => storePath(db, HOME)).toThrow('--db is empty; give the path of a store.');
});
