import {
  GraphQLError,
  NoFragmentCyclesRule,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type Source,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { costRefusal } from '../schema/cost.js';
import { LIMITS, limitError } from '../schema/limits.js';
import { assertUsualSize } from './document-size.js';

/** Above this length in UTF-16 units, errors do not say at which line they are. */
const LOCATED_LENGTH = 32_768;

/** After so many mistakes a document is not checked further. */
const MAX_MISTAKES = 20;

/**
 * Refuses what would take too long, each thing at the first moment that shows it: size, depth
 * and aliases when the document is read, cost when the operation and its variables are known. What is
 * left is bounded in every step, so no document holds up other requests.
 */
export function useQueryLimits(): Plugin {
  return {
    onParse: ({ setParseFn }) => setParseFn(parseBounded),
    onValidate: ({ setValidationFn }) => setValidationFn(validateBounded),
    onExecute({ args, setResultAndStopExecution }) {
      const refusal = costRefusal(args);
      if (refusal !== null) setResultAndStopExecution({ errors: [refusal] });
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const refusal = costRefusal(args);
      if (refusal !== null) setResultAndStopExecution({ errors: [refusal] });
    },
  };
}

/** Reads a document. Throws a GraphQLError for mistakes, and where it is beyond a limit. */
export function parseBounded(source: string | Source): DocumentNode {
  const { length } = typeof source === 'string' ? source : source.body;
  if (length > LIMITS.length) {
    throw limitError(
      `The query is ${length} characters long; the most is ${LIMITS.length}. Send long texts as variables.`,
    );
  }
  const document = read(source, length);
  assertUsualSize(document);
  return document;
}

function read(source: string | Source, length: number): DocumentNode {
  try {
    return parse(source, {
      maxLexicalTokens: LIMITS.tokens,
      maxComments: LIMITS.comments,
      // Each error counts the lines before its place, which takes long where there are many.
      noLocation: length > LOCATED_LENGTH,
    });
  } catch (error) {
    const exceeded = error instanceof GraphQLError ? EXCEEDED.exec(error.message)?.[1] : undefined;
    if (exceeded === undefined) throw error;
    const most = exceeded === 'tokens' ? LIMITS.tokens : LIMITS.comments;
    throw limitError(
      `The query has more than ${most} ${exceeded}, which is the most. Send values as variables, or split it.`,
    );
  }
}

/** The parser stops at its limits with a syntax error like any other. */
const EXCEEDED = /more tha[nt] \d+ (tokens|comments)/;

/** Checks a document. Names that were not asked for are not suggested. */
export function validateBounded(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules?: readonly ValidationRule[],
): readonly GraphQLError[] {
  const options = { maxErrors: MAX_MISTAKES, hideSuggestions: true };
  // Cycles first: the check for conflicting fields overflows the stack on some of them.
  const cycles = validate(schema, document, [NoFragmentCyclesRule], options);
  if (cycles.length > 0) return cycles;
  return validate(schema, document, rules, options).map((error) =>
    error.message === 'Validation aborted.'
      ? limitError('The query repeats too many fields to be checked for conflicts between them.')
      : error,
  );
}
