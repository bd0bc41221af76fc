import { assertUsableToken, createGate } from './auth.js';
import { trackExchanges } from './exchange.js';
import { createGraphiql } from './graphiql.js';
import { createGraphql } from './graphql.js';
import { createHandler } from './handler.js';
import { sendReadiness } from './health.js';
import { localUrl } from './hosts.js';
import { createListener, listen } from './listen.js';
import { describeFault, requestEntry, type LogEntry } from './log.js';
import { readDoor, type ServerOptions } from './options.js';

export * from './errors.js';
export { exampleTabs } from './graphiql.js';
export type { LogEntry } from './log.js';
export type { ServerOptions } from './options.js';

/** A server that listens. */
export interface RunningServer {
  /** `http://127.0.0.1:4000` */
  url: string;
  /** What to open in a browser on this machine; holds the token when there is one. */
  readonly link: string;
  port: number;
  /** From now on asks for this token, and for the one before no more. */
  changeToken(token: string): void;
  /** Takes no more requests, ends the streams, lets the rest finish for a while, and resolves. */
  close(): Promise<void>;
}

/** How long requests under way may go on, in milliseconds, once the server closes. */
const CLOSE_GRACE_MS = 5_000;

/**
 * Serves a schema over HTTP behind the guard and the token. Throws UnguardedHostError,
 * InvalidOptionError, PortInUseError or ListenError, all of them ServerStartErrors with one
 * sentence for the terminal.
 */
export async function startServer<Context extends object>(
  options: ServerOptions<Context>,
): Promise<RunningServer> {
  const partOfDoor = readDoor(options);
  const log = (entry: LogEntry): void => options.log(entry);
  const fault = (error: unknown): void => log(describeFault(error));
  const exchanges = trackExchanges((exchange, durationMs) =>
    log(requestEntry(exchange, durationMs)),
  );

  const listener = createListener();
  const port = await listen(listener.server, options.host, options.port);
  let token = options.auth?.token ?? null;
  let gate = token === null ? null : createGate(token, port);
  const handler = createHandler({
    door: { ...partOfDoor, port },
    gate: () => gate,
    exchanges,
    graphql: createGraphql({
      schema: options.schema,
      createContext: (signal) => options.createContext(signal),
      report: log,
    }),
    graphiql: createGraphiql(options.graphiqlTabs),
    readiness: (exchange, mayKnow) =>
      sendReadiness(exchange, () => options.ready(), mayKnow, fault),
    fault,
  });
  listener.server.on('request', handler).on('error', fault);

  const url = localUrl(options.host, port);
  let closed: Promise<void> | undefined;
  return {
    url,
    get link() {
      return token === null ? `${url}/` : `${url}/?token=${encodeURIComponent(token)}`;
    },
    port,
    changeToken(next) {
      assertUsableToken(next);
      token = next;
      gate = createGate(next, port);
    },
    close() {
      exchanges.stop();
      closed ??= listener.close(CLOSE_GRACE_MS);
      return closed;
    },
  };
}
