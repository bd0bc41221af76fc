import { FileWatch } from '../access.js';
import type { FileIdentity } from '../file.js';

/** Which file a store has open and which log came with it, as arguments of another process. */
export function seenArguments({ file, log }: FileWatch): string[] {
  return [file.identity, log].flatMap((seen) =>
    seen === null ? [] : [String(seen.device), String(seen.inode)],
  );
}

/** The watch that such arguments describe; null where there are none. */
export function watchOf(path: string, seen: readonly string[]): FileWatch | null {
  const [identity, log] = [identityOf(seen.slice(0, 2)), identityOf(seen.slice(2, 4))];
  return identity === null ? null : new FileWatch({ path, identity }, log);
}

function identityOf([device, inode]: readonly string[]): FileIdentity | null {
  if (device === undefined || inode === undefined) return null;
  return { device: Number(device), inode: Number(inode) };
}
