import {
  BREAK,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  visit,
  type DocumentNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LIMITS } from '../schema/limits.js';

/** Calls back once after so many milliseconds, unless the function that it returns is called first. */
export type Timer = (ring: () => void, milliseconds: number) => () => void;

/** The timer of a server. */
export const startTimer: Timer = (ring, milliseconds) => {
  const timeout = setTimeout(ring, milliseconds);
  return () => clearTimeout(timeout);
};

interface Running {
  exchange: { readonly signal: AbortSignal };
  /** What the schema gives: aborted, it lets no resolver get at the store any more. */
  ending?: AbortController;
}

/**
 * Ends a query that runs too long, that its own schema ends, or whose client has left: it is answered
 * with one error, and no further work is begun for it. Mutations run to their end, for what is
 * written cannot be taken back by an error; their waits have a limit of their own.
 *
 * The executor could watch a signal itself, but races every object of the answer against it, which
 * makes wide pages slower by a third.
 */
export function useDeadline(start: Timer): Plugin<Running> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      if (!isQuery(args)) return;
      const { exchange, ending = new AbortController() } = args.contextValue;
      setExecuteFn(async (each): Promise<unknown> => {
        const limit = hasStats(args) ? LIMITS.statsMilliseconds : LIMITS.milliseconds;
        const stopTimer = start(() => ending.abort(tooLong(limit)), limit);
        const leave = (): void => ending.abort(exchange.signal.reason);
        if (exchange.signal.aborted) leave();
        exchange.signal.addEventListener('abort', leave);
        try {
          return await Promise.race([executeFn(each), endOf(ending.signal)]);
        } finally {
          stopTimer();
          exchange.signal.removeEventListener('abort', leave);
        }
      });
    },
  };
}

/** Never resolves; rejects with the signal's reason once it is aborted. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void =>
      reject(signal.reason instanceof Error ? signal.reason : new Error('The query was ended.'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}

function isQuery(args: { document: DocumentNode; operationName?: string | null }): boolean {
  const operation = getOperationAST(args.document, args.operationName);
  return operation?.operation === OperationTypeNode.QUERY;
}

/** Whether statistics are asked for; these may go through the whole file. */
function hasStats({ document }: { document: DocumentNode }): boolean {
  let found = false;
  visit(document, {
    Field({ name }) {
      found ||= name.value === 'stats';
      return found ? BREAK : undefined;
    },
  });
  return found;
}

function tooLong(limit: number): GraphQLError {
  return new GraphQLError(
    `The query ran for ${limit / 1000} seconds and was stopped. Ask for smaller pages or fewer fields, or narrow it with a filter.`,
    { extensions: { code: 'QUERY_TIMEOUT', http: { status: 503 } } },
  );
}
