import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** The token cannot be read or kept; the sentence names the file and the cure. */
export class AccessTokenError extends Error {
  override get name(): string {
    return 'AccessTokenError';
  }
}

/** Where to look; both are given, so that a test never meets the real home. */
interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  homedir: string;
}

/** So many characters nobody guesses. */
export const SHORTEST_TOKEN = 16;
const LONGEST_TOKEN = 512;
/** What a header can carry. */
const VISIBLE_ASCII = /^[\x21-\x7e]*$/;

/**
 * Answers the token of this user, and makes it at the first call: 32 random bytes as base64url in
 * `hermes-graphql/token` under `$XDG_CONFIG_HOME`, or under `~/.config` where that is not set or not
 * absolute. The folder has mode 0700 and the file 0600; looser modes are tightened. Of two first
 * starts at once both answer the same token.
 *
 * Throws AccessTokenError for a folder or file of another user, one that cannot be used, and for a
 * file that holds no token: it may hold what its user meant to keep, so it is never written over.
 */
export function loadOrCreateToken(surroundings: Surroundings): string {
  return inFolder(surroundings, (folder, file) => {
    if (!existsSync(file)) withDraft(folder, (draft) => publish(draft, file));
    return read(file);
  });
}

/**
 * The token of this user, or null where none was made yet; then makes sure that one can be kept, and
 * leaves no file behind. Throws as `loadOrCreateToken` does.
 */
export function findToken(surroundings: Surroundings): string | null {
  return inFolder(surroundings, (folder, file) => {
    if (existsSync(file)) return read(file);
    withDraft(folder, () => undefined);
    return null;
  });
}

/** A token that nobody can guess. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function inFolder<Result>(
  { env, homedir }: Surroundings,
  work: (folder: string, file: string) => Result,
): Result {
  const configured = env['XDG_CONFIG_HOME'] ?? '';
  const base = isAbsolute(configured) ? configured : join(homedir, '.config');
  const folder = join(base, 'hermes-graphql');
  const file = join(folder, 'token');
  try {
    prepareFolder(folder);
    return work(folder, file);
  } catch (error) {
    if (error instanceof AccessTokenError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new AccessTokenError(
      `Cannot keep the access token in ${file}: ${code}. ` +
        'Make the folder writable for this user, or give a token with --token.',
    );
  }
}

function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (assertOwn(statSync(folder), folder)) chmodSync(folder, 0o700);
}

/** Writes a whole new token beside its place first, so that nobody ever reads half of one. */
function withDraft(folder: string, use: (draft: string) => void): void {
  const draft = join(folder, `token.${process.pid}.${randomBytes(6).toString('hex')}`);
  try {
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      writeSync(descriptor, `${newToken()}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    use(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A link never takes the place of a file: of two starts at once, the first one's token stays. */
function publish(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch {
    // Another start was first, or this file system has no links.
    if (!existsSync(file)) renameSync(draft, file);
  }
}

function read(file: string): string {
  // Without waiting: a pipe in its place would hold the start for ever.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new AccessTokenError(`${file} is no file, so it holds no token.`);
    if (assertOwn(stats, file)) fchmodSync(descriptor, 0o600);
    const token = stats.size > 1024 ? '' : readFileSync(descriptor, 'utf8').trim();
    if (isUsable(token)) return token;
  } finally {
    closeSync(descriptor);
  }
  throw new AccessTokenError(
    `${file} holds no usable token: one line of ${SHORTEST_TOKEN} to ${LONGEST_TOKEN} visible ASCII characters. ` +
      'Delete the file to have a new token made.',
  );
}

function isUsable(token: string): boolean {
  const isLongEnough = token.length >= SHORTEST_TOKEN && token.length <= LONGEST_TOKEN;
  return isLongEnough && VISIBLE_ASCII.test(token);
}

/** Whether the mode is looser than ours. Throws when it belongs to another user, who can read it. */
function assertOwn({ uid, mode }: Stats, path: string): boolean {
  const user = process.getuid?.();
  if (user === undefined) return false;
  if (uid === user) return (mode & 0o077) !== 0;
  throw new AccessTokenError(
    `${path} belongs to another user, so the token would be no secret. ` +
      'Move it away, or give a token with --token.',
  );
}
