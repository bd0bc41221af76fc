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
  /** Sessions in all lists of relatives of an answer: these lists may be longer than was counted. */
  relatives: 40_000,
  /** How long a query may run. */
  milliseconds: 10_000,
  /** The same of a query with statistics: a little more than these are given themselves. */
  statsMilliseconds: 65_000,
} as const;

/** The limits in words, for those who read the schema. */
export const LIMITS_TEXT = `A request that asks for too much is refused with QUERY_TOO_COMPLEX before it runs: at most ${number(LIMITS.tokens)} tokens, ${LIMITS.depth} fields in one another, ${LIMITS.aliases} aliases, ${LIMITS.repeats} fields of one name side by side, ${LIMITS.directives} directives, and a cost of ${number(LIMITS.cost)}. A field costs 1, and what is selected below a list or of a page’s items counts as many times as the page has room; \`totalCount\` costs 10, \`search\`, \`searchSessions\`, \`stats\` and \`replay\` 1,000 each. \`children\`, \`ancestors\`, \`descendants\` and \`segments\` with their default \`first\`, written out or not, count as if they were short; an answer holds ${number(LIMITS.relatives)} sessions in such lists at most. A query that runs for more than ${LIMITS.milliseconds / 1000} seconds is stopped: QUERY_TIMEOUT; with \`stats\` it has ${LIMITS.statsMilliseconds / 1000}.`;

function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** The refusal of a document or an operation that is beyond one of the limits. */
export function limitError(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400, spec: true } },
  });
}
