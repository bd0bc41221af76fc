import { getOperationAST, type DocumentNode, type GraphQLSchema } from 'graphql';
import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { send } from './answer.js';
import { readBody } from './body.js';
import { createDocumentCache } from './document-cache.js';
import type { Exchange } from './exchange.js';
import type { Pass } from './guard.js';
import { describeFault, safeCode, type FaultEntry } from './log.js';
import { maskError } from './masking.js';
import { paramsOfAddress, paramsOfBody } from './params.js';
import { useQueryLimits } from './query-limits.js';
import type { Refusal } from './refusal.js';
import { pump } from './stream.js';

/** What the GraphQL endpoint runs on. */
interface Engine<Context extends object> {
  schema: GraphQLSchema;
  /** One per request; its own properties become the resolvers' context. */
  createContext(signal: AbortSignal): Context;
  report(fault: FaultEntry): void;
}

interface ServerContext {
  exchange: Exchange;
  /** Reads the parameters; throws a GraphQLError for the client's mistakes. */
  read(): GraphQLParams;
}

/** The headers of Yoga's answers that are about the content; the others are ours to set. */
const KEPT_HEADERS = ['content-type', 'allow', 'accept', 'retry-after'];

/**
 * Makes the answer to POST and GET on `/graphql`, for requests that the guard has let in. It answers
 * a Refusal for a body that cannot be read, and null when it has sent its answer.
 */
export function createGraphql<Context extends object>(
  engine: Engine<Context>,
): (exchange: Exchange, pass: Pass) => Promise<Refusal | null> {
  const yoga = createYoga<ServerContext, object>({
    schema: engine.schema,
    context: ({ exchange }) => engine.createContext(exchange.signal),
    plugins: [useOwnParser(), useNotes(), useQueryLimits()],
    maskedErrors: { maskError: (error) => maskError(error, (fault) => engine.report(fault)) },
    batching: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    maxRequestBodySize: false,
    multipart: false,
    parserAndValidationCache: {
      documentCache: createDocumentCache(),
      errorCache: createDocumentCache(),
    },
  });
  return async (exchange, { query }) => {
    const { req, res, signal } = exchange;
    const body = req.method === 'POST' ? await readBody(req) : null;
    if (body !== null && typeof body !== 'string') return body;
    const read = (): GraphQLParams => (body === null ? paramsOfAddress(query) : paramsOfBody(body));
    const headers = { accept: req.headers.accept ?? '*/*' };
    const response = await yoga.fetch(
      'http://localhost/graphql',
      { method: req.method, headers, signal },
      { exchange, read },
    );
    const kept = KEPT_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    if (response.body === null || !isStream(response)) {
      send(exchange, response.status, Object.fromEntries(kept), await response.text());
      return null;
    }
    res.writeHead(response.status, Object.fromEntries(kept));
    exchange.becomeStream();
    const broken = await pump(response.body, res, signal);
    if (broken !== null && !signal.aborted) engine.report(describeFault(broken));
    return null;
  };
}

function isStream(response: Response): boolean {
  return /^(text\/event-stream|multipart\/mixed)/.test(response.headers.get('content-type') ?? '');
}

/** Our parser has counted the bytes and checked them; Yoga's own would take forms as well. */
function useOwnParser(): Plugin<object, ServerContext> {
  return {
    onRequestParse({ setRequestParser, serverContext }) {
      setRequestParser(() => serverContext.read());
    },
  };
}

/** Notes for the log which operation ran and the codes of the errors that it ended with. */
function useNotes(): Plugin<ServerContext, ServerContext> {
  const note = (args: {
    contextValue: ServerContext;
    document: DocumentNode;
    operationName?: string | null;
  }): void => {
    const operation = getOperationAST(args.document, args.operationName);
    if (operation == null) return;
    const name = operation.name?.value.slice(0, 100) ?? null;
    args.contextValue.exchange.operation = { type: operation.operation, name };
  };
  return {
    onExecute: ({ args }) => note(args),
    onSubscribe: ({ args }) => note(args),
    onResultProcess({ result, serverContext }) {
      if (Array.isArray(result) || !('errors' in result)) return;
      const codes = (result.errors ?? []).map(({ extensions }) => extensions['code']);
      const known = codes.flatMap(
        (code) => (typeof code === 'string' ? safeCode(code) : null) ?? [],
      );
      serverContext.exchange.codes.push(...new Set(known));
    },
  };
}
