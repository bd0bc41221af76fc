import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A program of test/faults/children that runs beside a test; it is killed when the test ends. */
export interface ChildProcess {
  /** What it printed so far, line by line. */
  lines: string[];
  /** Resolves when so many lines were printed, or when it ended before. */
  printed(count: number): Promise<void>;
  /** Resolves with its exit code, null after a signal. */
  ended: Promise<number | null>;
  /** Ends it as `kill -9` does. */
  kill(): void;
}

/** Starts a program of test/faults/children: `.js` with this Node, `.py` with python3. */
export function startChild(name: string, args: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(`../faults/children/${name}`, import.meta.url));
  const command = name.endsWith('.py') ? 'python3' : process.execPath;
  const child = spawn(command, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const wake = (all: boolean) => {
    for (const { count, resolve } of waiting) if (all || lines.length >= count) resolve();
  };
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    wake(false);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      wake(true);
      resolve(code);
    });
  });
  const kill = () => void child.kill('SIGKILL');
  onTestFinished(kill);
  return {
    lines,
    printed: (count) =>
      new Promise((resolve) => {
        waiting.push({ count, resolve });
        wake(child.exitCode !== null);
      }),
    ended,
    kill,
  };
}

/** What an appending child has acknowledged: the id of the message for each number. */
export function acknowledged({ lines }: ChildProcess): Map<number, number> {
  const pairs = lines.filter((line) => line !== 'ready').map((line) => line.split(' ').map(Number));
  return new Map(pairs.map(([number = NaN, id = NaN]) => [number, id]));
}
