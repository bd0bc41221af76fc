import { StoreCorruptError } from '../../domain/errors.js';

const TELL_EVERY_MS = 60_000;

/**
 * What is known of damage in one store's file: noted by whoever meets it, reading or writing, and
 * asked by the writer, which writes nothing more from then on. A search index that merely does not
 * match its messages is no damage of the store.
 */
export class Damage {
  #isFound = false;
  #toldAt = -Infinity;

  /**
   * @param tell is told of damage that is met, once a minute at most
   * @param now milliseconds
   */
  constructor(
    private readonly tell: (error: StoreCorruptError) => void = () => undefined,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Why nothing is written any more, as the end of a sentence; null while no damage was met. */
  get reason(): string | null {
    return this.#isFound ? DAMAGED : null;
  }

  /** Takes note of a failure that is damage, and gives it back. */
  noted(error: unknown): unknown {
    if (!(error instanceof StoreCorruptError)) return error;
    this.#isFound = true;
    if (this.now() - this.#toldAt >= TELL_EVERY_MS) {
      this.#toldAt = this.now();
      this.tell(error);
    }
    return error;
  }
}

const DAMAGED =
  'SQLite found it damaged, so nothing more is written to it; run `hermes-graphql doctor`.';
