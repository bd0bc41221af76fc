import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestEntry, Route } from './log.js';

/** One request and its answer, from the first header to the last byte. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Aborted when the client leaves, and when the server closes while a stream is open. */
  readonly signal: AbortSignal;
  /** Says that the answer is a stream, which may be endless: closing the server ends it at once. */
  becomeStream(): void;
  /** What the log will say; filled in on the way. */
  route: Route;
  operation: RequestEntry['operation'];
  codes: string[];
}

/** All exchanges that are under way. */
export interface Exchanges {
  open(req: IncomingMessage, res: ServerResponse): Exchange;
  /** Ends the streams now and lets no connection be used again. */
  stop(): void;
}

/**
 * Keeps count of the exchanges under way, so that closing can end the endless ones. `finished` is
 * called once for each, with its duration in milliseconds, also when the client has left.
 */
export function trackExchanges(
  finished: (exchange: Exchange, durationMs: number) => void,
): Exchanges {
  const underWay = new Set<Exchange>();
  const streams = new Set<AbortController>();
  let stopping = false;
  return {
    open(req, res) {
      const start = performance.now();
      const left = new AbortController();
      const exchange: Exchange = {
        req,
        res,
        signal: left.signal,
        becomeStream() {
          streams.add(left);
          if (stopping) left.abort();
        },
        route: 'unknown',
        operation: undefined,
        codes: [],
      };
      underWay.add(exchange);
      res.shouldKeepAlive &&= !stopping;
      res.once('close', () => {
        underWay.delete(exchange);
        streams.delete(left);
        left.abort();
        finished(exchange, performance.now() - start);
      });
      return exchange;
    },
    stop() {
      stopping = true;
      for (const { res } of underWay) res.shouldKeepAlive = false;
      for (const left of streams) left.abort();
    },
  };
}
