import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** What a command left behind when it ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A home of its own for one test: no command sees the real one. */
export function temporaryHome(): { home: string; env: NodeJS.ProcessEnv } {
  const home = mkdtempSync(join(tmpdir(), 'hermes-graphql-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { PATH } = process.env;
  return {
    home,
    env: {
      PATH,
      HOME: home,
      HERMES_HOME: join(home, '.hermes'),
      XDG_CONFIG_HOME: join(home, '.config'),
    },
  };
}

/** Runs the built command to its end. */
export async function runCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  options: { uid?: number | undefined } = {},
): Promise<Ended> {
  const child = start(args, env, options);
  const output = collect(child);
  const [code] = await once(child, 'close');
  return { code, ...output };
}

/** A command that serves, with the link of its first line. */
export interface Serving {
  /** The first line on stdout. */
  line: string;
  /** `http://127.0.0.1:4000` */
  url: string;
  token: string;
  output: { stdout: string; stderr: string };
  /** Asks the server; answers the parsed body. */
  ask(query: string, variables?: Record<string, unknown>): Promise<any>;
  /** Sends SIGTERM and waits for the end. */
  end(): Promise<Ended>;
}

/** Starts a command that serves, and waits for its first line. */
export async function serving(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Serving> {
  const child = start(args, env);
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = collect(child);
  const ended = once(child, 'close');
  const line = await Promise.race([
    firstLine(child),
    ended.then(() => Promise.reject(new Error(`The command ended: ${output.stderr}`))),
  ]);
  const link = new URL(/http:\/\/\S+/.exec(line)?.[0] ?? '');
  const token = link.searchParams.get('token') ?? '';
  return {
    line,
    url: link.origin,
    token,
    output,
    async ask(query, variables = {}) {
      const response = await fetch(`${link.origin}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ query, variables }),
      });
      return response.json();
    },
    async end() {
      child.kill('SIGTERM');
      const [code] = await ended;
      return { code, ...output };
    },
  };
}

function start(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { uid }: { uid?: number | undefined } = {},
): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return output;
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The command has no stdout.');
  for await (const line of createInterface({ input: child.stdout })) return line;
  return new Promise(() => undefined);
}
