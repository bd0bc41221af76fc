import { onTestFinished } from 'vitest';
import { createContext, schema } from '../../src/schema/index.js';
import { startServer } from '../../src/server/index.js';
import type { Answer } from './api.js';
import type { TestStore } from './store.js';

/** What a client gets: the HTTP status, the data, and of each error what is left after masking. */
export interface DoorAnswer {
  status: number;
  data: Answer['data'];
  /** `BAD_USER_INPUT` and the like; `INTERNAL_SERVER_ERROR` for what was masked. */
  codes: unknown[];
  messages: string[];
  /** The body as it was sent. */
  text: string;
}

/** Asks a store over HTTP, through everything that requests meet. */
export type Door = (query: string, variables?: Record<string, unknown>) => Promise<DoorAnswer>;

/**
 * Serves a store on loopback, without a token. Use it where the test is about what clients see of an
 * error; `ask` is quicker and shows errors as they were thrown.
 *
 * @param after gets the clean-up, as for `openTestStore`; it runs when the test ends by default
 */
export async function openDoor(
  { store, clock }: TestStore,
  after: (cleanUp: () => Promise<void>) => void = onTestFinished,
): Promise<Door> {
  const server = await startServer({
    schema,
    createContext: () => createContext(store, clock),
    auth: null,
    host: '127.0.0.1',
    port: 0,
    allowOrigins: [],
    allowHosts: [],
    ready: () => Promise.resolve({ ready: true }),
    log: () => undefined,
  });
  after(() => server.close());
  return async (query, variables = {}) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    const { data = null, errors = [] } = JSON.parse(text) as Body;
    return {
      status: response.status,
      data,
      codes: errors.map(({ extensions }) => extensions?.code),
      messages: errors.map(({ message }) => message),
      text,
    };
  };
}

interface Body {
  data?: Answer['data'];
  errors?: { message: string; extensions?: { code?: unknown } }[];
}
