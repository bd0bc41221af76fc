let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other long answer is completed in: each field of a
 * long list costs microseconds, and other requests should not wait for several lists at once.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
