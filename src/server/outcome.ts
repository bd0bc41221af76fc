import { getOperationAST, GraphQLError, OperationTypeNode, type DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { ENDED } from '../schema/context.js';

interface Running {
  /** What the schema notes: the mutations that were carried out so far. */
  carriedOut?: readonly string[];
  /** What lists that are not read any more only hint at. */
  refusal?: { readonly reason: GraphQLError | null };
}

/**
 * Sees that a mutation which was carried out is not answered as if it was not. When a field of its
 * payload fails, the error can take the whole answer with it: then it says what was carried out, and
 * the HTTP status is not that of a request which may be sent again.
 *
 * `mask` makes what the client may see of an error; it is called here, for what is added must stay.
 */
export function useOutcome(mask: (error: unknown) => GraphQLError): Plugin<Running> {
  return {
    onExecute({ args }) {
      const { carriedOut = [], refusal } = args.contextValue;
      if (!isMutation(args)) return undefined;
      return {
        onExecuteDone({ result, setResult }) {
          if (!('errors' in result)) return;
          const found: readonly unknown[] = result.errors ?? [];
          if (found.length === 0) return;
          const lost = result.data == null ? sentence(carriedOut) : '';
          const errors = reasonsOf(found, refusal?.reason ?? null).map(mask);
          setResult({ ...result, errors: errors.map((error) => told(error, carriedOut, lost)) });
        },
      };
    },
  };
}

function isMutation(args: { document: DocumentNode; operationName?: string | null }): boolean {
  const operation = getOperationAST(args.document, args.operationName);
  return operation?.operation === OperationTypeNode.MUTATION;
}

/**
 * The errors that tell something. A field nearer to the root may fail before the one with the refusal
 * does, and takes it away: then the refusal is added, without a place.
 */
function reasonsOf(found: readonly unknown[], refusal: GraphQLError | null): unknown[] {
  const reasons = found.filter(isReason);
  const isTold = reasons.some(
    (error) =>
      error === refusal || (error instanceof GraphQLError && error.originalError === refusal),
  );
  return refusal === null || isTold ? reasons : [...reasons, refusal];
}

/** Of thousands of fields that are not read any more each says so; another error says why. */
function isReason(error: unknown): boolean {
  return error !== ENDED && !(error instanceof GraphQLError && error.originalError === ENDED);
}

function told(error: GraphQLError, carriedOut: readonly string[], lost: string): GraphQLError {
  if (carriedOut.length === 0) return error;
  const { message, nodes, source, positions, path, extensions } = error;
  const others = Object.fromEntries(Object.entries(extensions).filter(([name]) => name !== 'http'));
  return new GraphQLError(`${message}${lost}`, {
    nodes,
    source,
    positions,
    path,
    extensions: { ...others, carriedOut },
  });
}

function sentence(carriedOut: readonly string[]): string {
  const names = carriedOut.map((name) => `\`${name}\``).join(', ');
  return carriedOut.length === 1
    ? ` ${names} was carried out all the same: only its answer is missing.`
    : ` ${names} were carried out all the same: only their answers are missing.`;
}
