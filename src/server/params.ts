import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';

/** Reads the parameters of a POST body. Throws a GraphQLError with HTTP status 400. */
export function paramsOfBody(body: string): GraphQLParams {
  return checkParams(parseJson(body, 'The request body'));
}

/** Reads the parameters of an address; an empty one counts as absent. Throws like paramsOfBody. */
export function paramsOfAddress(query: URLSearchParams): GraphQLParams {
  const text = (name: string): string | undefined => query.get(name) || undefined;
  const json = (name: string): unknown => {
    const value = text(name);
    return value === undefined ? undefined : parseJson(value, `The parameter "${name}"`);
  };
  return checkParams({
    query: text('query'),
    operationName: text('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  });
}

/** What is no parameter of GraphQL over HTTP is left aside, as clients of many servers expect. */
function checkParams(value: unknown): GraphQLParams {
  if (Array.isArray(value))
    throw invalid('Send one operation at a time: batching is not supported.');
  if (!isRecord(value)) throw invalid('The request body must be a JSON object with a "query".');
  const { query, operationName, variables, extensions } = value;
  if (typeof query !== 'string') throw invalid('The parameter "query" must be a string.');
  return {
    query,
    operationName: absentOr(isString, operationName, '"operationName" must be a string.'),
    variables: absentOr(isRecord, variables, '"variables" must be an object.'),
    extensions: absentOr(isRecord, extensions, '"extensions" must be an object.'),
  };
}

function absentOr<T>(
  isRight: (value: unknown) => value is T,
  value: unknown,
  rule: string,
): T | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isRight(value)) throw invalid(`The parameter ${rule}`);
  return value;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string, what: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw invalid(`${what} is not valid JSON.`);
  }
}

function invalid(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });
}
