import type { ServerResponse } from 'node:http';

/**
 * Hands a stream over to the client at the client's pace. Ends the answer when the stream ends, and
 * at once when `signal` is aborted; the stream is told to stop in either case. Never rejects.
 * Answers the error that broke the stream, or null.
 */
export async function pump(
  body: ReadableStream<Uint8Array>,
  res: ServerResponse,
  signal: AbortSignal,
): Promise<unknown> {
  const reader = body.getReader();
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), aborted]);
      if (next === null || next.done) return null;
      if (!res.write(next.value)) await Promise.race([drained(res), aborted]);
    }
  } catch (error) {
    return error;
  } finally {
    res.end();
    // A source that hangs would keep this waiting; it has been told, and nobody reads on.
    void reader.cancel().catch(() => null);
  }
}

function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => res.once('drain', resolve));
}
