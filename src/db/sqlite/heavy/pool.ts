import { setMaxListeners } from 'node:events';
import { OverloadedError } from '../../../domain/errors.js';
import type { FileWatch } from '../access.js';
import { abandonedError } from './abandoned.js';
import type { Heavy } from './heavy.js';
import type { JobArgs, JobName, JobResult } from './jobs.js';
import { seenArguments } from './seen-file.js';
import { Worker } from './worker.js';

export interface HeavyPoolOptions {
  /** The store's file. */
  path: string;
  /** The file that the store has open: no process reads another one. */
  watch?: FileWatch | null;
  /** Milliseconds after which a job's process is killed, and after which a job waits no longer. */
  deadlineMs?: number;
  /** How many jobs run at once. */
  size?: number;
  /** How many more may wait. */
  waiting?: number;
  /** The compiled module that the processes run. */
  entry?: URL;
}

export const HEAVY_DEADLINE_MS = 5000;
export const HEAVY_PROCESSES = 2;
export const HEAVY_WAITING = 32;

/** A job that waits for a process; each of both ends the waiting. */
interface Waiting {
  start(worker: Worker): void;
  refuse(error: Error): void;
}

/**
 * Runs heavy jobs in processes of their own, which can be killed: SQLite cannot be interrupted, and
 * a statement of seconds would hold up every request. Processes start when they are first needed and
 * are kept; one that was killed is replaced at once, and other requests do not notice.
 */
export class HeavyPool implements Heavy {
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  readonly #queue: Waiting[] = [];
  readonly #options: Required<HeavyPoolOptions>;
  #closed = false;

  constructor(options: HeavyPoolOptions) {
    this.#options = {
      deadlineMs: HEAVY_DEADLINE_MS,
      size: HEAVY_PROCESSES,
      waiting: HEAVY_WAITING,
      entry: compiledEntry(),
      watch: null,
      ...options,
    };
  }

  async run<Name extends JobName>(
    job: Name,
    args: JobArgs<Name>,
    signal?: AbortSignal,
  ): Promise<JobResult<Name>> {
    // One request may start many jobs.
    if (signal !== undefined) setMaxListeners(0, signal);
    const worker = await this.#take(job, signal);
    try {
      return await worker.run(job, args, this.#options.deadlineMs, signal);
    } finally {
      this.#giveBack(worker);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of [...this.#queue]) waiting.refuse(closedError());
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.close()));
  }

  /** A process for a job, now or when one is free; a job that nobody waits for leaves the queue. */
  #take(job: JobName, signal: AbortSignal | undefined): Promise<Worker> {
    if (this.#closed) return Promise.reject(closedError());
    if (signal?.aborted === true) return Promise.reject(abandonedError(job));
    if (this.#busy.size < this.#options.size) return Promise.resolve(this.#occupy());
    if (this.#queue.length >= this.#options.waiting) return Promise.reject(this.#overloaded());
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
      };
      const waiting: Waiting = {
        start: (worker) => {
          leave();
          resolve(worker);
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const abandon = () => waiting.refuse(abandonedError(job));
      const timer = setTimeout(() => waiting.refuse(this.#overloaded()), this.#options.deadlineMs);
      signal?.addEventListener('abort', abandon);
      this.#queue.push(waiting);
    });
  }

  #occupy(): Worker {
    let worker = this.#idle.pop();
    while (worker !== undefined && !worker.alive) worker = this.#idle.pop();
    worker ??= this.#fork();
    this.#busy.add(worker);
    return worker;
  }

  #giveBack(worker: Worker): void {
    this.#busy.delete(worker);
    if (this.#closed) return;
    this.#idle.push(worker.alive ? worker : this.#fork());
    const [next] = this.#queue;
    if (next !== undefined) next.start(this.#occupy());
  }

  #fork(): Worker {
    const { entry, path, watch } = this.#options;
    return new Worker(entry, [path, ...(watch === null ? [] : seenArguments(watch))]);
  }

  #overloaded(): OverloadedError {
    return new OverloadedError(Math.max(1, Math.ceil(this.#options.deadlineMs / 1000)));
  }
}

/** Only compiled modules can be run. When this one runs as TypeScript, they are those of the build. */
function compiledEntry(): URL {
  const folder = import.meta.url.endsWith('.ts') ? '../../../../dist/db/sqlite/heavy/' : './';
  return new URL(`${folder}child.js`, import.meta.url);
}

function closedError(): Error {
  return new Error('The store is closed.');
}
