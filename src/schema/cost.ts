import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  GraphQLError,
  GraphQLSchema,
  Kind,
  OperationTypeNode,
  getOperationAST,
  getVariableValues,
  isObjectType,
  visit,
  type DocumentNode,
  type SelectionSetNode,
} from 'graphql';
import { LIMITS } from './limits.js';

/** An operation that is about to be run. */
export interface Operation {
  schema: GraphQLSchema;
  /** Validated: the count follows fragments. */
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Says why an operation may not be run: it costs too much with the page sizes in its variables.
 * Null when it may, and when its variables are wrong, which the executor tells in
 * full. Nothing is run for it.
 */
export function costRefusal(operation: Operation): GraphQLError | null {
  const { schema, document } = operation;
  const chosen = getOperationAST(document, operation.operationName);
  if (chosen == null) return null;
  const variables = { ...operation.variableValues };
  if (getVariableValues(schema, chosen.variableDefinitions ?? [], variables).errors) return null;

  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const alone: DocumentNode = { kind: Kind.DOCUMENT, definitions: [chosen, ...fragments] };
  const { complexity } = complexityFromQuery(alone, { schema, variables });
  if (complexity > LIMITS.cost) {
    return limitError(
      `The query would cost ${Math.round(complexity)}, about the number of fields in its answer; the most is ${LIMITS.cost}. Ask for smaller pages or fewer fields.`,
    );
  }
  const introspection = introspectionCost(alone, schema);
  if (introspection > LIMITS.introspectionCost) {
    return limitError(
      `The introspection in the query would cost ${introspection}; the most is ${LIMITS.introspectionCost}. Ask for less of it at once.`,
    );
  }
  return null;
}

/** The refusal of a document or an operation that is beyond one of the limits. */
export function limitError(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400, spec: true } },
  });
}

/** Counts what is selected below `__schema` and `__type`, which the plugin takes for one field. */
function introspectionCost(document: DocumentNode, schema: GraphQLSchema): number {
  let cost = 0;
  visit(document, {
    Field({ name, selectionSet }) {
      const type = INTROSPECTION.get(name.value);
      if (type === undefined || selectionSet === undefined) return undefined;
      cost += costBelow(selectionSet, document, schema, type);
      return false;
    },
  });
  return cost;
}

const INTROSPECTION: ReadonlyMap<string, string> = new Map([
  ['__schema', '__Schema'],
  ['__type', '__Type'],
]);

/** The cost of a selection on a type, as if that type were the root. */
function costBelow(
  selectionSet: SelectionSetNode,
  { definitions }: DocumentNode,
  schema: GraphQLSchema,
  typeName: string,
): number {
  const root = schema.getType(typeName);
  if (!isObjectType(root)) return 0;
  const operation = {
    kind: Kind.OPERATION_DEFINITION,
    operation: OperationTypeNode.QUERY,
    selectionSet,
  } as const;
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return complexityFromQuery(
    { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] },
    { schema: new GraphQLSchema({ query: root, assumeValid: true }) },
  ).complexity;
}
