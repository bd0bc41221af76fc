import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyFixture, hashOf } from '../migrations/files.js';

const DIST = new URL('../../../dist/db/sqlite/', import.meta.url);
/** Root may write everything, so under root the program runs as somebody else. */
const SOMEBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Evaluates an expression of a module of the build, as a user who is not root. */
function asSomebody(modules: Record<string, string>, expression: string): string {
  const imports = Object.entries(modules).map(
    ([names, file]) => `import { ${names} } from ${JSON.stringify(new URL(file, DIST).href)};`,
  );
  const program = `${imports.join('\n')}\nprocess.stdout.write(String(await (${expression})));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: fileURLToPath(DIST),
    ...SOMEBODY,
  });
}

/** A store that somebody may read, with these permissions on it and its folder. */
function store(name: string, mode: number, folderMode: number): string {
  const path = copyFixture(name);
  chmodSync(path, mode);
  chmodSync(dirname(path), folderMode);
  onTestFinished(() => chmodSync(dirname(path), 0o700));
  return path;
}

const probed = (path: string) =>
  asSomebody(
    { openForWriting: 'driver.js', writeProbe: 'probe.js' },
    `writeProbe(openForWriting(${JSON.stringify(path)}, { create: false }))`,
  );
const migrated = (path: string) =>
  asSomebody(
    { migrate: 'migrations/migrate.js' },
    `migrate(${JSON.stringify(path)}).catch((error) => error.message)`,
  );

describe.skipIf(process.platform === 'win32')('a user who may not write', () => {
  it.each([
    ['the file', 0o444, 0o777],
    ['the folder', 0o666, 0o555],
    ['either', 0o444, 0o555],
  ])('%s gets the reason from the probe', (_, mode, folderMode) => {
    const path = store('versions/v23.db', mode, folderMode);
    const hash = hashOf(path);
    expect(probed(path)).toBe('the file or its folder may not be written by this user.');
    expect(hashOf(path)).toBe(hash);
  });

  it('the file is told so by migrate, before anything happens', () => {
    const path = store('versions/v09.db', 0o444, 0o777);
    expect(migrated(path)).toBe(
      `${path} may not be written by this user. Run as the owner of the store.`,
    );
  });

  it('the folder is told so by migrate, before anything happens', () => {
    const path = store('versions/v09.db', 0o666, 0o555);
    expect(migrated(path)).toBe(
      `${dirname(path)} may not be written by this user. Run as the owner of the store.`,
    );
  });
});
