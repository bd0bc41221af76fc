import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type * as Driver from '../../src/db/sqlite/driver.js';
import { openSqliteStore } from '../../src/db/sqlite/index.js';
import { StoreUnusableError } from '../../src/domain/errors.js';
import { copyDatabase, temporaryFolder } from '../support/store.js';

/** What the driver does not manage while a test runs. */
const broken = vi.hoisted(() => ({ writing: false, reading: Infinity, readingsSeen: 0 }));

vi.mock('../../src/db/sqlite/driver.js', async (original) => {
  const driver = await original<typeof Driver>();
  const failure = () => new driver.SqliteError('disk I/O error', 'SQLITE_IOERR');
  return {
    ...driver,
    openForWriting: (...given: Parameters<typeof driver.openForWriting>) => {
      if (broken.writing) throw failure();
      return driver.openForWriting(...given);
    },
    openForReading: (...given: Parameters<typeof driver.openForReading>) => {
      broken.readingsSeen += 1;
      if (broken.readingsSeen > broken.reading) throw failure();
      return driver.openForReading(...given);
    },
  };
});

/** The descriptors of this process that lead into a folder. */
function openFiles(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      return target.startsWith(folder) ? target : [];
    } catch {
      return [];
    }
  });
}

function failToOpen(faults: Partial<typeof broken>) {
  const folder = temporaryFolder();
  const path = join(folder, 'state.db');
  copyDatabase('versions/v11.db', path);
  Object.assign(broken, { writing: false, reading: Infinity, readingsSeen: 0 }, faults);
  let failure: unknown = null;
  try {
    openSqliteStore({ path, heavy: 'inline' });
  } catch (error) {
    failure = error;
  }
  return { failure, left: openFiles(folder) };
}

describe.runIf(process.platform === 'linux')('no file of the store stays open', () => {
  it('when it cannot be opened for writing', () => {
    const { failure, left } = failToOpen({ writing: true });
    expect(failure).toBeInstanceOf(StoreUnusableError);
    expect(left).toEqual([]);
  });

  it.each([1, 0])('when reading fails after %i connections', (reading) => {
    const { failure, left } = failToOpen({ reading });
    expect(failure).toMatchObject({ message: expect.stringMatching(/I\/O error|SQLITE_IOERR/) });
    expect(left).toEqual([]);
  });

  it('and this test sees files that do', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'state.db');
    copyDatabase('versions/v11.db', path);
    Object.assign(broken, { writing: false, reading: Infinity });
    const store = openSqliteStore({ path, heavy: 'inline' });
    expect(openFiles(folder).length).toBeGreaterThan(2);
    await store.close();
    expect(openFiles(folder)).toEqual([]);
  });
});
