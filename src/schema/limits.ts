import { GraphQLError } from 'graphql';

/**
 * What one request may ask for. GraphiQL, introspection and the fullest dashboard stay well below;
 * above it, one request would hold up all others for too long. The size of a page (200) is checked
 * where pages are made, the size of a body (9 MiB) where it is read.
 */
export const LIMITS = {
  /** Names, numbers, punctuation: all that is read of a document. A long text is one. */
  tokens: 2_000,
  /** Comments in a document. They are no tokens, and cost as much. */
  comments: 2_000,
  /** Length of a document in UTF-16 units. Longer texts go into variables. */
  length: 1_048_576,
  /** Fields that are given another name. */
  aliases: 30,
  /** Fields of one name side by side: each pair of them is checked for conflicts. */
  repeats: 10,
  /** Directives, such as `@include`. */
  directives: 50,
  /** Fields in one another. Introspection does not count: it goes deeper and has its own cost. */
  depth: 12,
  /** Fields in the answer, as `fieldCost` counts them beforehand. */
  cost: 40_000,
  /** The same for introspection; that of tools costs half of it. */
  introspectionCost: 100_000,
} as const;

/** The refusal of a document or an operation that is beyond one of the limits. */
export function limitError(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400, spec: true } },
  });
}
