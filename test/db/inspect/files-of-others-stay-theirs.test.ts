import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../../src/db/sqlite/index.js';
import { startChild } from '../../support/processes.js';
import { copyFixture, raw } from '../migrations/files.js';

const DIST = new URL('../../../dist/db/sqlite/', import.meta.url);
const OWNER = 12_345;
const VIEWER = 65_534;

/** What a user gets who opens a store for reading: how many messages it has, or why not. */
function looked(path: string, uid: number, gid = uid): string {
  const program = `
    import { openSqliteStore } from ${JSON.stringify(new URL('index.js', DIST).href)};
    try {
      const store = openSqliteStore({ path: ${JSON.stringify(path)}, mode: 'read-only', heavy: 'inline' });
      process.stdout.write(String((await store.status()).messageCount));
      await store.close();
    } catch (error) {
      process.stdout.write(error.message);
    }`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: fileURLToPath(DIST),
    uid,
    gid,
  });
}

/** A store of OWNER, in a folder that others may write to. */
function storeOf(mode: number, journal: 'wal' | 'delete' = 'wal'): string {
  const path = copyFixture('v11_rich.db');
  raw(path, (db) => db.pragma(`journal_mode = ${journal}`));
  for (const each of [path, dirname(path)]) chownSync(each, OWNER, OWNER);
  chmodSync(path, mode);
  chmodSync(dirname(path), 0o777);
  return path;
}

const refusal = (path: string) =>
  `${path} belongs to another user and nobody has it open: reading it now would make files beside it that its owner could not write, and Hermes with it. Run as its owner, or while Hermes has it open; user "nobody" may read it then.`;

// Only root can be several users.
describe.skipIf(process.getuid?.() !== 0)('a store of another user', () => {
  it('is not looked at while that would leave files that its owner cannot write', () => {
    const path = storeOf(0o644);
    expect(looked(path, VIEWER)).toBe(refusal(path));
    expect(readdirSync(dirname(path))).toEqual(['state.db']);
  });

  it('is read while it is open, and its owner goes on to write', async () => {
    const path = storeOf(0o644);
    const holder = startChild('open.py', [path]);
    await holder.printed(1);
    for (const suffix of ['-wal', '-shm']) chownSync(path + suffix, OWNER, OWNER);
    expect(looked(path, VIEWER)).toBe('201');
    expect(['-wal', '-shm'].map((suffix) => statSync(path + suffix).uid)).toEqual([OWNER, OWNER]);
  });

  it('is read by its owner, and where what is made can be written by the owner', () => {
    expect(looked(storeOf(0o600), OWNER)).toBe('201');
    expect(looked(storeOf(0o666), VIEWER)).toBe('201');
    const shared = storeOf(0o660);
    chmodSync(dirname(shared), 0o2777);
    expect(looked(shared, VIEWER, OWNER)).toBe('201');
  });

  it('is read where nothing is made: with a rollback journal', () => {
    const path = storeOf(0o644, 'delete');
    expect(looked(path, VIEWER)).toBe('201');
    expect(readdirSync(dirname(path))).toEqual(['state.db']);
  });

  it('is read by root, who gives what is made to the owner', () => {
    const path = storeOf(0o644);
    const store = openSqliteStore({ path, mode: 'read-only', heavy: 'inline' });
    onTestFinished(() => store.close());
    for (const suffix of ['-wal', '-shm']) {
      expect(statSync(path + suffix)).toMatchObject({ uid: OWNER, gid: OWNER });
    }
  });

  it('with an unfinished write is refused where it cannot be undone', async () => {
    const path = storeOf(0o644, 'delete');
    await startChild('die-in-a-transaction.py', [path]).ended;
    chmodSync(`${path}-journal`, 0o644);
    const program = `
      import { openSqliteStore } from ${JSON.stringify(new URL('index.js', DIST).href)};
      try { openSqliteStore({ path: ${JSON.stringify(path)} }); } catch (error) { process.stdout.write(error.message); }`;
    const sentence = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      cwd: fileURLToPath(DIST),
      uid: VIEWER,
      gid: VIEWER,
    });
    expect(sentence).toBe(
      `${path} cannot be read: a process was killed in the middle of a write, and user "nobody" may not write the file to undo it with ${path}-journal. Run as the file's owner.`,
    );
  });
});
