import { GraphQLError } from 'graphql';
import { HermesError, OverloadedError, StoreUnusableError } from '../domain/errors.js';
import { describeFault, type FaultEntry } from './log.js';

/** What a client is told of a failure that is not its own. */
const MASK = 'Unexpected error.';

/**
 * Turns whatever went wrong into what the client may see. Its own mistakes (syntax, validation,
 * variables) and failures that were foreseen (a HermesError, a GraphQLError with a code) keep their
 * sentence. All else becomes "Unexpected error." with the code INTERNAL_SERVER_ERROR, and `report`
 * is told what may be logged of it.
 */
export function maskError(error: unknown, report: (fault: FaultEntry) => void): GraphQLError {
  const cause = rootOf(error);
  if (cause instanceof HermesError && !(cause instanceof StoreUnusableError)) {
    return rewrite(error, cause.message, { code: cause.code, ...httpOf(cause) });
  }
  if (error instanceof GraphQLError) {
    if (cause instanceof GraphQLError && typeof cause.extensions['code'] === 'string') return error;
    if (isClientMistake(error, cause)) {
      const http = error.path ? {} : { http: { status: 400, spec: true } };
      return rewrite(error, error.message, { code: 'BAD_USER_INPUT', ...http });
    }
  }
  report(describeFault(cause));
  return rewrite(error, MASK, { code: 'INTERNAL_SERVER_ERROR', unexpected: true });
}

/** The error that was thrown first, below the places that executors add. */
function rootOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError != null) cause = cause.originalError;
  return cause;
}

/**
 * A mistake in the request itself, found before any field ran, or in a variable or value that the
 * error points at. An error that points at a field came from behind it, and its message may hold
 * what is stored. Pothos reports bad ids and pages with a class of its own.
 */
function isClientMistake(error: GraphQLError, cause: unknown): boolean {
  if (cause instanceof GraphQLError && cause.name === 'PothosValidationError') return true;
  const kind = error.nodes?.[0]?.kind ?? '';
  return /^Variable|Value$|Type$|^Argument$/.test(kind) || (error === cause && !error.path);
}

function httpOf(error: HermesError): {
  http?: { status: number; headers: Record<string, string> };
} {
  if (!(error instanceof OverloadedError)) return {};
  const seconds = Math.max(1, Math.ceil(error.retryAfterSeconds));
  return { http: { status: 503, headers: { 'Retry-After': String(seconds) } } };
}

/** The same place in the query with another sentence, and nothing left of what was thrown. */
function rewrite(
  error: unknown,
  message: string,
  extensions: Record<string, unknown>,
): GraphQLError {
  if (!(error instanceof GraphQLError)) return new GraphQLError(message, { extensions });
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}
