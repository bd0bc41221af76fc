import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http';
import { connect } from 'node:net';
import { buildSchema, type GraphQLError, type GraphQLSchema } from 'graphql';
import { onTestFinished } from 'vitest';
import { startServer, type LogEntry, type RunningServer } from '../../src/server/index.js';
import type { ServerOptions } from '../../src/server/index.js';

export const TOKEN = 'the-token-of-these-tests_0123456789';

export interface Context {
  signal: AbortSignal;
}

export interface Stub extends RunningServer {
  schema: GraphQLSchema;
  log: LogEntry[];
  /** How often the mutation ran. */
  pokes: () => number;
  /** Subscriptions whose source is still open. */
  openTicks: () => number;
  contexts: Context[];
}

type Resolver = (args: Record<string, unknown>, context: Context) => unknown;

const SDL = `
  scalar Picky
  type Query {
    hello: String!
    echo(text: String!): String!
    picky(value: Picky): String
    first(count: Int! = 10): Int!
    fail: String
    later: String!
  }
  type Mutation { poke: Int! }
  type Subscription { ticks: Int! }
`;

/** A schema with one field for each thing that the HTTP room has to get right. */
function stubSchema(state: { pokes: number; open: number }, fields: Record<string, Resolver>) {
  const schema = buildSchema(SDL);
  const resolve = (type: string, name: string, resolver: Resolver) => {
    const field = Object(schema.getType(type)).getFields()[name];
    field.resolve = (_root: unknown, args: Record<string, unknown>, context: Context) =>
      resolver(args, context);
  };
  resolve('Query', 'hello', () => 'world');
  resolve('Query', 'echo', ({ text }) => text);
  resolve('Query', 'picky', ({ value }) => String(value));
  resolve('Query', 'first', ({ count }) => count);
  resolve('Query', 'later', () => new Promise((done) => setTimeout(() => done('done'), 150)));
  resolve('Mutation', 'poke', () => ++state.pokes);
  for (const [name, resolver] of Object.entries(fields)) resolve('Query', name, resolver);
  const picky = Object(schema.getType('Picky'));
  picky.parseValue = (value: unknown) => {
    if (value !== 'good') throw new TypeError(`${String(value)} is not good`);
    return value;
  };
  picky.parseLiteral = ({ value }: { value: unknown }) => picky.parseValue(value);
  const ticks = Object(schema.getType('Subscription')).getFields()['ticks'];
  ticks.resolve = (tick: number) => tick;
  ticks.subscribe = async function* (_root: unknown, _args: unknown, { signal }: Context) {
    state.open += 1;
    try {
      yield 1;
      await new Promise((done) => signal.addEventListener('abort', done));
    } finally {
      state.open -= 1;
    }
  };
  return schema;
}

export interface StubOptions extends Partial<ServerOptions<Context>> {
  fields?: Record<string, Resolver>;
}

/** Starts a server on a free port of 127.0.0.1; it is closed when the test ends. */
export async function startStub({ fields = {}, ...options }: StubOptions = {}): Promise<Stub> {
  const state = { pokes: 0, open: 0 };
  const schema = stubSchema(state, fields);
  const log: LogEntry[] = [];
  const contexts: Context[] = [];
  const server = await startServer<Context>({
    schema,
    createContext: (signal) => {
      contexts.push({ signal });
      return { signal };
    },
    auth: { token: TOKEN },
    host: '127.0.0.1',
    port: 0,
    allowOrigins: [],
    allowHosts: [],
    ready: () => Promise.resolve({ ready: true }),
    log: (entry) => log.push(entry),
    ...options,
  });
  onTestFinished(() => server.close());
  return {
    ...server,
    schema,
    log,
    contexts,
    pokes: () => state.pokes,
    openTicks: () => state.open,
  };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: () => { data?: Record<string, unknown> | null; errors?: GraphQLError[] } & Record<
    string,
    unknown
  >;
}

export interface Ask {
  method?: string;
  path?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** Leaves out the token. */
  bare?: boolean;
}

/** Sends one request exactly as told; unlike fetch it adds and forbids no headers. */
export function send(server: RunningServer, ask: Ask = {}): Promise<Answer> {
  const { method = 'GET', path = '/graphql', headers = {}, body, bare = false } = ask;
  const auth = bare ? {} : { authorization: `Bearer ${TOKEN}` };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, method, path, agent: false };
    const req = httpRequest({ ...options, headers: { ...auth, ...headers } }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: res.statusCode!,
          headers: res.headers,
          text,
          json: () => JSON.parse(text),
        });
      });
    });
    req.on('error', reject);
    req.end(body);
  });
}

/** Posts a query as JSON. */
export function post(
  server: RunningServer,
  query: string,
  { variables, ...ask }: Ask & { variables?: Record<string, unknown> } = {},
): Promise<Answer> {
  return send(server, {
    method: 'POST',
    body: JSON.stringify({ query, variables }),
    ...ask,
    headers: { 'content-type': 'application/json', ...ask.headers },
  });
}

/** Writes these bytes to a socket and answers what came back until the server closed it. */
export function raw(server: RunningServer, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(text));
  });
}
