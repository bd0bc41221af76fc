import { GraphQLError, GraphQLScalarType, Kind, print, type ValueNode } from 'graphql';
import { GraphQLDateTime, GraphQLJSON, GraphQLSafeInt } from 'graphql-scalars';
import { fromMicroseconds, toMicroseconds } from '../domain/time.js';
import { jsonOfLiteral, jsonOfVariable } from './json-input.js';

/**
 * Instants travel as ISO 8601 in UTC and live here as epoch seconds, as they do in the store. The
 * store keeps microseconds, which a JavaScript Date would cut off.
 */
export const DateTime = new GraphQLScalarType<number, string>({
  name: 'DateTime',
  description:
    'An instant in ISO 8601, in UTC, such as `2026-05-06T15:42:45.184Z`; with microseconds where the store has them. As input any offset is understood.',
  specifiedByURL: GraphQLDateTime.specifiedByURL,
  serialize: (value) => formatTime(epochSeconds(value)),
  parseValue: (value) => parseTime(value, JSON.stringify(value)),
  parseLiteral: (node) =>
    parseTime(node.kind === Kind.STRING ? node.value : null, print(node), node),
});

export const SafeInt = new GraphQLScalarType({
  ...GraphQLSafeInt.toConfig(),
  description:
    'A whole number within ±(2^53 − 1), which JSON and JavaScript hold exactly. Larger values in a file are held at that bound.',
});

export const JSONScalar = new GraphQLScalarType({
  ...GraphQLJSON.toConfig(),
  description:
    'Any JSON value. Where it is written into a query, a variable inside it that is not given is null, and a name without quotes is refused.',
  parseValue: jsonOfVariable,
  parseLiteral: (node, variables) => jsonOfLiteral(node, variables ?? {}),
});

function epochSeconds(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeError('A time is kept in epoch seconds.');
}

/** Epoch seconds as ISO 8601: milliseconds, or microseconds where there are any. */
export function formatTime(seconds: number): string {
  const micros = toMicroseconds(seconds);
  const date = new Date(Math.floor(micros / 1000));
  const rest = micros - date.getTime() * 1000;
  const iso = date.toISOString();
  return rest === 0 ? iso : `${iso.slice(0, -1)}${String(rest).padStart(3, '0')}Z`;
}

/**
 * Epoch seconds of an instant as a client writes it, to the microsecond; finer digits are cut off.
 *
 * @param shown how the value is shown in the refusal
 * @throws GraphQLError for anything but an instant of ISO 8601 with its zone
 */
function parseTime(value: unknown, shown: string, nodes?: ValueNode): number {
  if (typeof value !== 'string' || !isInstant(value)) {
    const example = typeof value === 'string' ? completed(value) : null;
    throw new GraphQLError(
      `DateTime cannot represent ${shown}; write it as ${example ?? '2026-11-24T00:00:00Z'}, with a zone.`,
      { nodes },
    );
  }
  const micros = /\.\d{3}(\d{1,3})/.exec(value)?.[1] ?? '';
  const millis = GraphQLDateTime.parseValue(value).getTime();
  return fromMicroseconds(millis * 1000 + Number(micros.padEnd(3, '0')));
}

function isInstant(text: string): boolean {
  try {
    GraphQLDateTime.parseValue(text);
    return true;
  } catch {
    return false;
  }
}

/** A date, or a time without its zone or its seconds, as the instant in UTC that it may mean. */
function completed(text: string): string | null {
  const base = text.trim().replace(' ', 'T');
  return [base, `${base}Z`, `${base}:00Z`, `${base}T00:00:00Z`].find(isInstant) ?? null;
}
