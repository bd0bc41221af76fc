import type { GraphQLSchema } from 'graphql';
import { assertUsableToken } from './auth.js';
import type { Door } from './guard.js';
import type { Readiness } from './health.js';
import { assertGuarded, parseAllowedHost } from './hosts.js';
import type { LogEntry } from './log.js';
import { parseAllowedOrigin } from './origins.js';

/** What a server is made of. */
export interface ServerOptions<Context extends object> {
  schema: GraphQLSchema;
  /**
   * Called once per request. Its own properties become the resolvers' context. `signal` is aborted
   * when the client has left or been answered, and when the server ends a stream: a subscription
   * must end then.
   */
  createContext(signal: AbortSignal): Context;
  /** The token to ask for; null asks for none, which is possible on a loopback address only. */
  auth: { token: string } | null;
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** Origins of other sites that may ask, with the token: `http://localhost:5173`. */
  allowOrigins: readonly string[];
  /** Further names that the server answers to: `box.local` or `box.local:4000`. */
  allowHosts: readonly string[];
  /** Whether the store can be asked; a path in the reason does not reach the client. */
  ready(): Promise<Readiness>;
  /** Takes one line of the log. None holds content, a token or a path of the machine. */
  log(entry: LogEntry): void;
  /** The queries that GraphiQL opens with; some of ours when left out. */
  graphiqlTabs?: readonly string[];
}

/**
 * Checks the options that a person gives, before anything listens: the door, but for the port that
 * is not known yet. Throws UnguardedHostError or InvalidOptionError.
 */
export function readDoor(
  options: Pick<ServerOptions<object>, 'auth' | 'host' | 'allowHosts' | 'allowOrigins'>,
): Omit<Door, 'port'> {
  if (options.auth !== null) assertUsableToken(options.auth.token);
  assertGuarded(options.host, options.auth !== null);
  return {
    host: options.host,
    allowed: options.allowHosts.map(parseAllowedHost),
    allowOrigins: options.allowOrigins.map(parseAllowedOrigin),
  };
}
