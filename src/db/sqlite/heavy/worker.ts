import { fork, type ChildProcess } from 'node:child_process';
import { ABANDONED_MS, abandonedError } from './abandoned.js';
import { timeoutError, type JobArgs, type JobName, type JobResult } from './jobs.js';
import { isAnswerTo } from './messages.js';
import { receiveError } from './sent-errors.js';

/** One child process. It never keeps this process alive, except while a job runs in it. */
export class Worker {
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #alive = true;

  constructor(entry: URL, args: readonly string[]) {
    this.#process = fork(entry, args, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
    });
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#alive = false;
        resolve();
      };
      this.#process.once('exit', end).once('error', end);
    });
    this.#hold(false);
  }

  /** Whether it can take a job. */
  get alive(): boolean {
    return this.#alive && this.#process.connected;
  }

  /**
   * Runs a job, one at a time. At the deadline the process is killed, and soon after the signal says
   * that nobody waits for the job any more.
   */
  run<Name extends JobName>(
    job: Name,
    args: JobArgs<Name>,
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<JobResult<Name>> {
    this.#hold(true);
    return new Promise<JobResult<Name>>((resolve, reject) => {
      const child = this.#process;
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
        this.#hold(false);
      };
      const stop = (error: Error) => {
        finish();
        this.kill();
        reject(error);
      };
      let timer = setTimeout(() => stop(timeoutError(job, args, deadlineMs)), deadlineMs);
      const onAbort = () => {
        clearTimeout(timer);
        timer = setTimeout(() => stop(abandonedError(job)), ABANDONED_MS);
      };
      if (signal?.aborted === true) onAbort();
      signal?.addEventListener('abort', onAbort);
      const onMessage = (message: unknown) => {
        if (!isAnswerTo(job, message)) return;
        finish();
        if ('error' in message) reject(receiveError(message.error));
        else resolve(message.result);
      };
      const onEnd = () => {
        finish();
        this.#alive = false;
        reject(new Error(`The process that ran "${job}" ended before it answered.`));
      };
      child.on('message', onMessage).once('exit', onEnd).once('error', onEnd);
      child.send({ job, args }, (error) => error !== null && onEnd());
    });
  }

  /** Ends the process at once. */
  kill(): void {
    this.#alive = false;
    this.#process.kill('SIGKILL');
  }

  /** Ends the process and waits until it is gone. */
  async close(): Promise<void> {
    this.#hold(true);
    this.kill();
    await this.#ended;
  }

  #hold(busy: boolean): void {
    const { channel } = this.#process;
    if (busy) {
      this.#process.ref();
      channel?.ref();
    } else {
      this.#process.unref();
      channel?.unref();
    }
  }
}
