import { StoreBusyError } from '../../domain/errors.js';
import type { Awaitable } from '../store.js';
import { pause, type Patience } from './write.js';

/** Milliseconds; a request has an end of its own. */
const READ_LIMIT_MS = 5000;

export interface PatientReadsOptions {
  patience: Patience;
  /** The failure as one of ours; one that says "busy" is tried again. */
  failure: (error: unknown) => unknown;
  /** Undoes what a killed process left half-written, if it can; never throws. */
  recover: () => void;
}

/**
 * Reads that meet a lock. With a write-ahead log they hardly ever do; with a rollback journal they
 * do whenever another process commits. A read is then tried again as a whole, and between attempts
 * the process does other work.
 */
export class PatientReads {
  constructor(private readonly options: PatientReadsOptions) {}

  /**
   * Runs a read that changes nothing; it may run more than once.
   *
   * @throws StoreBusyError when no attempt met the file unlocked in time, and what the read throws
   */
  run<Result>(read: () => Awaitable<Result>): Awaitable<Result> {
    const started = this.options.patience.now();
    const again = (error: unknown) => this.#again(read, started, this.options.failure(error));
    try {
      const answer = read();
      return answer instanceof Promise ? answer.catch(again) : answer;
    } catch (error) {
      return again(error);
    }
  }

  /** The same methods, each of them run so. */
  all<Reads extends object>(reads: Reads): Reads {
    return new Proxy(reads, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) => this.run((): unknown => Reflect.apply(method, target, args));
      },
    });
  }

  async #again<Result>(
    read: () => Awaitable<Result>,
    started: number,
    first: unknown,
  ): Promise<Result> {
    const { patience, failure, recover } = this.options;
    const limit = Math.min(READ_LIMIT_MS, patience.limitMs);
    let last = first;
    for (;;) {
      if (!(last instanceof StoreBusyError) || last.work !== 'read') throw last;
      const waited = patience.now() - started;
      if (waited >= limit) throw new StoreBusyError(waited, 'read');
      recover();
      await pause(patience);
      try {
        return await read();
      } catch (error) {
        last = failure(error);
      }
    }
  }
}
