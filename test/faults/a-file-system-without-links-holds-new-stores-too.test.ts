import type * as Fs from 'node:fs';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../src/db/sqlite/create.js';
import { publish } from '../../src/db/sqlite/new-file.js';
import { integrityOf, SOUND } from '../db/migrations/files.js';
import { temporaryFolder } from '../support/store.js';

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof Fs>()),
  linkSync: () => {
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  },
}));

test('a new store is copied to its name', () => {
  const path = join(temporaryFolder(), 'state.db');
  createStore(path);
  expect(integrityOf(path)).toEqual(SOUND);
  expect(readdirSync(dirname(path))).toEqual(['state.db']);
});

test('and never over a file that is there', () => {
  const path = join(temporaryFolder(), 'state.db');
  createStore(path);
  writeFileSync(`${path}.other`, 'another');
  publish(`${path}.other`, path);
  expect(integrityOf(path)).toEqual(SOUND);
});
