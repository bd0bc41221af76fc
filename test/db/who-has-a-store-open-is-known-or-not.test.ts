import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { holders, openers } from '../../src/db/sqlite/holders.js';
import { startChild } from '../support/processes.js';
import { copyDatabase, temporaryFolder } from '../support/store.js';

/** Puts a program in the place of lsof; null where there is none at all. */
function lsofIs(script: string | null): void {
  const folder = temporaryFolder();
  if (script !== null) {
    writeFileSync(join(folder, 'lsof'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'lsof'), 0o755);
  }
  vi.stubEnv('PATH', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
}

const UNKNOWN = 'whether another process has the store open cannot be found out here';

describe('where lsof is asked', () => {
  it('each process is one, with the one that started it', () => {
    lsofIs(String.raw`printf 'p12\nR1\nf3\nf4\np345\nR12\nf9\n'`);
    expect(openers('/store')).toEqual([
      { pid: 12, parent: 1 },
      { pid: 345, parent: 12 },
    ]);
  });

  it('its 1 without a word means that nobody has the store open', () => {
    lsofIs('exit 1');
    expect(openers('/store')).toEqual([]);
  });

  it.each([
    ['a failure that it explains', 'echo "lsof: status error on /store" >&2; exit 1'],
    ['an answer that it could not end', String.raw`printf 'p12\n'; exit 1`],
    ['another failure', 'exit 2'],
    ['its end by a signal', 'kill -9 $$'],
    ['that there is none', null],
  ])('%s means that it is not known', (_, script) => {
    lsofIs(script);
    expect(() => openers('/store')).toThrow(UNKNOWN);
  });
});

it.runIf(process.platform === 'linux')('Linux says itself who has a store open', async () => {
  lsofIs(null);
  const path = join(temporaryFolder(), 'state.db');
  copyDatabase('versions/v11.db', path);
  expect(holders(path)).toEqual([]);
  vi.unstubAllEnvs();
  const child = startChild('open.py', [path]);
  await child.printed(1);
  expect(holders(path)).toEqual([{ pid: expect.any(Number), parent: expect.any(Number) }]);
});
