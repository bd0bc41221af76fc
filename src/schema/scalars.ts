import { GraphQLScalarType, Kind } from 'graphql';
import { GraphQLDateTime, GraphQLJSON, GraphQLSafeInt } from 'graphql-scalars';

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
  parseValue: (value) => parseTime(value, GraphQLDateTime.parseValue(value)),
  parseLiteral: (node) =>
    parseTime(
      node.kind === Kind.STRING ? node.value : null,
      GraphQLDateTime.parseLiteral(node, null),
    ),
});

export const SafeInt = new GraphQLScalarType({
  ...GraphQLSafeInt.toConfig(),
  description:
    'A whole number within ±(2^53 − 1), which JSON and JavaScript hold exactly. Larger values in a file are held at that bound.',
});

export const JSONScalar = new GraphQLScalarType({
  ...GraphQLJSON.toConfig(),
  description: 'Any JSON value.',
});

function epochSeconds(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeError('A time is kept in epoch seconds.');
}

/** Epoch seconds as ISO 8601: milliseconds, or microseconds where there are any. */
export function formatTime(seconds: number): string {
  const micros = Math.round(seconds * 1e6);
  const date = new Date(Math.floor(micros / 1000));
  const rest = micros - date.getTime() * 1000;
  const iso = date.toISOString();
  return rest === 0 ? iso : `${iso.slice(0, -1)}${String(rest).padStart(3, '0')}Z`;
}

/** Epoch seconds of an instant that graphql-scalars read, with the microseconds of its text. */
function parseTime(source: unknown, date: Date): number {
  const micros = typeof source === 'string' ? /\.\d{3}(\d{1,3})/.exec(source)?.[1] : undefined;
  return date.getTime() / 1000 + Number((micros ?? '').padEnd(3, '0')) / 1e6;
}
