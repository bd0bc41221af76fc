import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a child process came to. */
export interface ChildResult {
  /** Undefined when it ended without one. */
  answer: unknown;
  /** Whether it was killed at the limit. */
  stopped: boolean;
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * Runs a module of this folder in a process of its own, which is killed at the limit: SQLite cannot
 * be interrupted from inside, and work on a whole file must not hold up this process.
 *
 * @param entry the compiled module, relative to this folder; it prints one JSON value
 * @param limitMs milliseconds until the process is killed
 */
export function runChild(
  entry: string,
  args: readonly string[],
  limitMs: number,
): Promise<ChildResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [modulePath(entry), ...args],
      { timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: MAX_ANSWER_BYTES },
      (error, stdout) => {
        if (error === null) resolve(parsed(stdout));
        else resolve({ answer: undefined, stopped: error.killed === true });
      },
    );
  });
}

function parsed(output: string): ChildResult {
  try {
    return { answer: JSON.parse(output), stopped: false };
  } catch {
    return { answer: undefined, stopped: false };
  }
}

/** Only compiled modules can be run. When this one runs as TypeScript, they are those of the build. */
function modulePath(entry: string): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../../dist/db/sqlite/' : './';
  return fileURLToPath(new URL(folder + entry, import.meta.url));
}
