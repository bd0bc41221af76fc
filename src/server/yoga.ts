import { getOperationAST, type DocumentNode, type GraphQLSchema } from 'graphql';
import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { startTimer, useDeadline, type Timer } from './deadline.js';
import { createDocumentCache } from './document-cache.js';
import type { Exchange } from './exchange.js';
import { safeCode, type FaultEntry } from './log.js';
import { maskError } from './masking.js';
import { useOutcome } from './outcome.js';
import { useQueryLimits } from './query-limits.js';

/** What the GraphQL endpoint runs on. */
export interface Engine<Context extends object> {
  schema: GraphQLSchema;
  /** One per request; its own properties become the resolvers' context. */
  createContext(signal: AbortSignal): Context;
  report(fault: FaultEntry): void;
  /** Measures how long queries run; the system's when not given. */
  startTimer?: Timer | undefined;
}

/** A request whose parameters are still to be read. */
interface Asked {
  method: string;
  accept: string;
  exchange: Pick<Exchange, 'signal' | 'operation' | 'codes'>;
  /** Reads the parameters; throws a GraphQLError for the client's mistakes. */
  read(): GraphQLParams;
}

/**
 * Makes what answers GraphQL requests, once they are through the door: the limits, the deadline, and
 * the masking of errors. Its headers are Yoga's; the exchange gets its notes for the log.
 */
export function createAnswerer<Context extends object>(
  engine: Engine<Context>,
): (asked: Asked) => Promise<Response> {
  const mask = (error: unknown) => maskError(error, (fault) => engine.report(fault));
  const yoga = createYoga<Asked, object>({
    schema: engine.schema,
    context: ({ exchange }) => engine.createContext(exchange.signal),
    plugins: [
      useOwnParser(),
      useNotes(),
      useQueryLimits(),
      useDeadline(engine.startTimer ?? startTimer),
      useOutcome(mask),
    ],
    maskedErrors: { maskError: mask },
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
  return async (asked) => {
    const { method, accept, exchange } = asked;
    const { signal } = exchange;
    return yoga.fetch('http://localhost/graphql', { method, headers: { accept }, signal }, asked);
  };
}

/** Our parser has counted the bytes and checked them; Yoga's own would take forms as well. */
function useOwnParser(): Plugin<object, Asked> {
  return {
    onRequestParse({ setRequestParser, serverContext }) {
      setRequestParser(() => serverContext.read());
    },
  };
}

/** Notes for the log which operation ran and the codes of the errors that it ended with. */
function useNotes(): Plugin<Asked, Asked> {
  const note = (args: {
    contextValue: Asked;
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
