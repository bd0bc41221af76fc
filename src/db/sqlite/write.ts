import { ReadOnlyStoreError, StoreBusyError } from '../../domain/errors.js';
import type { Damage } from './damage.js';
import type { Connection } from './driver.js';
import { isBusy, translateWrite } from './failures.js';
import { Statements, type StatementObserver, type Steps, type Tx } from './sql.js';

const CHECKPOINT_EVERY = 50;
const RETRY_MIN_MS = 20;
const RETRY_MAX_MS = 150;
/** Work in steps goes on so long before others get their turn: the lock is held meanwhile. */
const TURN_MS = 10;
const JOURNAL_SIZE_LIMIT = 64 * 1024 * 1024;

/** How long a write waits for the lock, and with what clock; tests bring their own. */
export interface Patience {
  /** Milliseconds from the call to `StoreBusyError`. */
  limitMs: number;
  now(): number;
  sleep(ms: number): Promise<void>;
  random(): number;
}

export const PATIENCE: Patience = {
  limitMs: 20_000,
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
};

/**
 * The only way to write: one whole transaction at a time, BEGIN IMMEDIATE, tried again as a whole
 * while another process holds the lock. The process never blocks on a lock: between attempts it
 * sleeps 20 to 150 ms, asynchronously.
 */
export class Writer {
  readonly #tx: Statements;
  #queue: Promise<unknown> = Promise.resolve();
  #commits = 0;

  /**
   * @param check runs at the start of every transaction and throws when the store may not be written
   * @param damage once it is known, nothing more is written; null for a repair, which goes on
   */
  constructor(
    private readonly connection: Connection,
    private readonly check: (tx: Tx) => void,
    private readonly patience: Patience,
    observe?: StatementObserver,
    private readonly damage: Damage | null = null,
  ) {
    this.#tx = new Statements(connection, observe);
    connection.pragma(`journal_size_limit = ${JOURNAL_SIZE_LIMIT}`);
  }

  /**
   * Runs a callback in one transaction and commits what it wrote; when it throws, nothing is written.
   * The callback may run more than once, and must not await.
   *
   * @throws StoreBusyError when the lock was not free within our patience
   */
  write<Result>(change: (tx: Tx) => Result): Promise<Result> {
    return this.#queued(() =>
      this.connection
        .transaction(() => {
          this.check(this.#tx);
          return change(this.#tx);
        })
        .immediate(),
    );
  }

  /** As `write`, for changes that may take long: at each step the process does other work, too. */
  writeInSteps<Result>(change: (tx: Tx) => Steps<Result>): Promise<Result> {
    return this.#queued(() => this.#inSteps(change));
  }

  /** Ends the transactions under way, then gives the connection up. */
  async close(): Promise<void> {
    await this.#queue;
    this.#checkpoint();
    this.connection.close();
  }

  #queued<Result>(transaction: () => Result | Promise<Result>): Promise<Result> {
    const started = this.patience.now();
    const result = this.#queue.then(() => this.#attempt(transaction, started));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #inSteps<Result>(change: (tx: Tx) => Steps<Result>): Promise<Result> {
    this.connection.exec('BEGIN IMMEDIATE');
    try {
      this.check(this.#tx);
      const steps = change(this.#tx);
      let turn = this.patience.now();
      let step = steps.next();
      while (step.done !== true) {
        if (this.patience.now() - turn > TURN_MS) {
          await nextTurn();
          turn = this.patience.now();
        }
        step = steps.next();
      }
      this.#assertSound();
      this.connection.exec('COMMIT');
      return step.value;
    } finally {
      if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
    }
  }

  async #attempt<Result>(
    transaction: () => Result | Promise<Result>,
    started: number,
  ): Promise<Result> {
    for (;;) {
      try {
        this.#assertSound();
        const result = await transaction();
        this.#commits += 1;
        if (this.#commits % CHECKPOINT_EVERY === 0) this.#checkpoint();
        return result;
      } catch (error) {
        if (!isBusy(error)) throw this.#noted(translateWrite(error));
        const waited = this.patience.now() - started;
        if (waited >= this.patience.limitMs) throw new StoreBusyError(waited);
        await pause(this.patience);
      }
    }
  }

  #noted(error: unknown): unknown {
    return this.damage === null ? error : this.damage.noted(error);
  }

  #assertSound(): void {
    const reason = this.damage?.reason ?? null;
    if (reason !== null) throw new ReadOnlyStoreError(reason);
  }

  /** Moves what nobody reads any more out of the WAL. It never waits, and failing does no harm. */
  #checkpoint(): void {
    try {
      this.connection.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // What was committed stays committed; the next checkpoint, or Hermes', makes up for it.
    }
  }
}

/** Waits between two attempts at a lock: 20 to 150 ms, so that waiting processes do not march in step. */
export function pause(patience: Patience): Promise<void> {
  return patience.sleep(RETRY_MIN_MS + patience.random() * (RETRY_MAX_MS - RETRY_MIN_MS));
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
