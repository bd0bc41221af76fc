import { setMaxListeners } from 'node:events';

/**
 * Work under way whose result several wait for. It goes on as long as one of them does: only when all
 * have left it is ended.
 */
export class SharedWork<Result> {
  readonly #ending = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  /**
   * Begins the work.
   *
   * @param work is to end when its signal is aborted; what it then comes to reaches nobody
   * @param abandoned is called once when all have left: who comes later must not join
   */
  constructor(
    work: (signal: AbortSignal) => Promise<Result>,
    private readonly abandoned: () => void,
  ) {
    this.#result = work(this.#ending.signal);
  }

  /**
   * Waits for the result, for good or until the signal says that this one has left.
   *
   * @param left makes what one who leaves is answered with
   */
  wait(left: () => Error, signal?: AbortSignal): Promise<Result> {
    this.#waiting += 1;
    if (signal === undefined) return this.#result;
    // One request may wait for much.
    setMaxListeners(0, signal);
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(left());
        this.#waiting -= 1;
        if (this.#waiting > 0) return;
        this.abandoned();
        this.#ending.abort();
      };
      const finish = () => signal.removeEventListener('abort', leave);
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      void this.#result.then(resolve, reject).finally(finish);
    });
  }
}
