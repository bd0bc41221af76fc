import {
  getOperationAST,
  getVariableValues,
  Kind,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import { createCounter, type Cost, type Counter, type Inside } from './cost-count.js';
import { LIMITS, limitError } from './limits.js';

/** An operation that is about to be run. */
export interface Operation {
  schema: GraphQLSchema;
  /** Validated: fragments are followed. */
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Says why an operation may not be run: it costs too much with the page sizes in its variables.
 * Null when it may, and when its variables are wrong, which the executor tells in full. Nothing is
 * run for it.
 */
export function costRefusal(operation: Operation): GraphQLError | null {
  const { schema, document } = operation;
  const chosen = getOperationAST(document, operation.operationName);
  const root = chosen && schema.getRootType(chosen.operation);
  if (chosen == null || root == null) return null;
  const variables = getVariableValues(schema, chosen.variableDefinitions ?? [], {
    ...operation.variableValues,
  });
  if (variables.coerced === undefined) return null;

  const counter = createCounter(schema, document, variables.coerced);
  const whole = { selectionSet: chosen.selectionSet, type: root };
  const cost = counter.below(whole);
  const fields = weight(cost);
  if (fields > LIMITS.cost) {
    return limitError(
      `The query would cost ${fields}, about the number of fields in its answer; the most is ${LIMITS.cost}. ${advice(dearestPath(counter, whole))}`,
    );
  }
  if (cost.introspection > LIMITS.introspectionCost) {
    return limitError(
      `The introspection in the query would cost ${cost.introspection}; the most is ${LIMITS.introspectionCost}. Ask for less of it at once.`,
    );
  }
  return null;
}

/** From here on a field is dear by itself. */
const DEAR = 100;

function weight({ fields, perItem }: Cost): number {
  return fields + perItem;
}

/**
 * The fields from the root to where the cost comes from: at each level the dearest one, down to the
 * last that has many items or is dear by itself.
 */
function dearestPath(counter: Counter, whole: Inside): string[] {
  const path: string[] = [];
  let length = 1;
  let inside: Inside | null = whole;
  while (inside !== null) {
    const { selectionSet, type }: Inside = inside;
    const costs = selectionSet.selections.map((each) => weight(counter.one(each, type)));
    const dearest = selectionSet.selections[costs.indexOf(Math.max(...costs))];
    if (dearest === undefined) break;
    if (dearest.kind === Kind.FIELD) {
      path.push(dearest.name.value);
      const { own = 1, items = 1 } = counter.price(dearest, type) ?? {};
      if (own >= DEAR || items > 1) length = path.length;
      if (own >= DEAR && 2 * own > Math.max(...costs)) break;
    }
    inside = counter.inside(dearest, type);
  }
  return path.slice(0, length);
}

function advice(path: readonly string[]): string {
  const dearest = `The dearest part is \`${path.join('.')}\`: ask for smaller pages on the way there, with \`first\`, or for fewer fields.`;
  const isTree = path.filter((name) => name === 'children').length > 1;
  return isTree
    ? `${dearest} A tree in one piece is \`descendants { sessionId parent { sessionId } }\`.`
    : dearest;
}
