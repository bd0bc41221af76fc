import { GraphQLError, Kind, print, type ValueNode } from 'graphql';
import { MAX_JSON_DEPTH } from '../domain/exact-json.js';
import type { JsonValue } from '../domain/python-json.js';

/**
 * JSON that came as a variable.
 *
 * @throws GraphQLError for a number that is not finite, as `1e999` becomes, and for what is no JSON
 */
export function jsonOfVariable(value: unknown): JsonValue {
  if (isJson(value, 0)) return value;
  throw new GraphQLError(
    'JSON holds null, booleans, finite numbers, texts, lists and objects, and here something else, such as a number beyond 1.8e308.',
  );
}

/**
 * JSON that is written into a query. A variable inside it that is not given is null: to leave the key
 * out, or to write nothing in its place, would make something else of the list or the object.
 *
 * @param variables those of the request, as GraphQL read them; none while the query is validated
 * @throws GraphQLError for a name without quotes (an enum value), which JSON has not, and for a number
 *   that is not finite
 */
export function jsonOfLiteral(
  node: ValueNode,
  variables: Readonly<Record<string, unknown>>,
): JsonValue {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return finite(node, Number(node.value));
    case Kind.LIST:
      return node.values.map((item) => jsonOfLiteral(item, variables));
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map((field) => [field.name.value, jsonOfLiteral(field.value, variables)]),
      );
    case Kind.VARIABLE: {
      const name = node.name.value;
      return jsonOfVariable(Object.hasOwn(variables, name) ? (variables[name] ?? null) : null);
    }
    case Kind.ENUM:
      throw new GraphQLError(
        `JSON cannot represent ${node.value}, a name without quotes; write "${node.value}" if a text is meant.`,
        { nodes: node },
      );
  }
}

function finite(node: ValueNode, value: number): number {
  if (Number.isFinite(value)) return value;
  throw new GraphQLError(
    `JSON cannot represent ${print(node)}: the largest number is some 1.8e308.`,
    { nodes: node },
  );
}

/** Looks no deeper than what can be stored: what is nested deeper is refused with its field's name. */
function isJson(value: unknown, depth: number): value is JsonValue {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value !== 'object') return false;
  return depth > MAX_JSON_DEPTH || Object.values(value).every((item) => isJson(item, depth + 1));
}
