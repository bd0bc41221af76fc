import { existsSync, statfsSync } from 'node:fs';
import { text } from '../decode.js';
import { permissionsOf } from './facts.js';
import { finding, type Finding, type Look } from './finding.js';
import { shellQuoted } from './shell.js';

/** File systems that other machines or a host share, by the number that the kernel gives them. */
const SHARED_FILE_SYSTEMS = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9p'],
  [0x73757245, 'Coda'],
]);

/** The files of a store that are there: itself, its log and its shared memory. */
export function filesOf(path: string): string[] {
  return ['', '-wal', '-shm'].map((suffix) => path + suffix).filter((each) => existsSync(each));
}

/** What is around the file: who may read it, what it lies on, which SQLite libraries meet in it. */
export function surroundings({ sql, path, files }: Look): Finding[] {
  const wal = text(sql.get('PRAGMA journal_mode')?.['journal_mode']) === 'wal';
  const version = text(sql.get('SELECT sqlite_version() AS version')?.['version']);
  return [
    ...openPermissions(path, files),
    ...(wal ? sharedFileSystem(path) : []),
    ...(wal ? libraryHazard(version) : []),
  ];
}

function openPermissions(path: string, files: readonly string[]): Finding[] {
  if (process.platform === 'win32') return [];
  const isOpen = (each: string) => !/00$/.test(permissionsOf(each) ?? '00');
  const open = files.filter(isOpen);
  if (open.length === 0) return [];
  // What SQLite has put beside it since then is as open as the store, and has to be closed too.
  const toClose = filesOf(path).filter(isOpen);
  return [
    finding(
      'warning',
      'open-permissions',
      `Other users of this machine may open the store: ${open.map((each) => `${each} has mode ${permissionsOf(each) ?? ''}`).join(', ')}.`,
      `Run: chmod 600 ${toClose.map(shellQuoted).join(' ')}`,
    ),
  ];
}

function sharedFileSystem(path: string): Finding[] {
  const kind = SHARED_FILE_SYSTEMS.get(statfsSync(path).type);
  if (kind === undefined) return [];
  return [
    finding(
      'problem',
      'shared-file-system',
      `The store is in WAL mode and lies on ${kind}, where the shared memory that WAL needs is not safe.`,
      'Move the store to a local disk while nothing has it open.',
    ),
  ];
}

function libraryHazard(version: string): Finding[] {
  if (hasWalResetBug(version)) {
    return [
      finding(
        'problem',
        'sqlite-wal-reset',
        `This program runs on SQLite ${version}, which can damage a WAL file: a writer that resets the log races a checkpoint.`,
        'Install it with SQLite 3.51.3 or later.',
      ),
    ];
  }
  return [
    finding(
      'note',
      'sqlite-of-hermes',
      `Hermes writes with the SQLite of its Python. Versions before 3.51.3, but for 3.50.7 and 3.44.6, can damage a WAL file; this program's ${version} cannot.`,
      'Ask the Python that runs Hermes: python3 -c "import sqlite3; print(sqlite3.sqlite_version)"',
    ),
  ];
}

/** SQLite 3.7.0 to 3.51.2 have the fault, but for the corrected 3.50.7 and 3.44.6 and what followed them. */
export function hasWalResetBug(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major !== 3 || minor < 7 || minor > 51) return false;
  const corrected = new Map([
    [51, 3],
    [50, 7],
    [44, 6],
  ]).get(minor);
  return corrected === undefined || patch < corrected;
}
