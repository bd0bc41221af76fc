import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isCompositeType,
  isUnionType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { fieldCost } from './field-cost.js';
import { LIMITS, limitError } from './limits.js';

/** An operation that is about to be run. */
export interface Operation {
  schema: GraphQLSchema;
  /** Validated: fragments are followed. */
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

interface Cost {
  fields: number;
  /** What is below `__schema` and `__type`. */
  introspection: number;
}

type Variables = Record<string, unknown>;

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

  const { fields, introspection } = counter(
    schema,
    document,
    variables.coerced,
  )(chosen.selectionSet, root);
  if (fields > LIMITS.cost) {
    return limitError(
      `The query would cost ${fields}, about the number of fields in its answer; the most is ${LIMITS.cost}. Ask for smaller pages or fewer fields.`,
    );
  }
  if (introspection > LIMITS.introspectionCost) {
    return limitError(
      `The introspection in the query would cost ${introspection}; the most is ${LIMITS.introspectionCost}. Ask for less of it at once.`,
    );
  }
  return null;
}

/** Counts selections; each is counted once for a type, however often a fragment brings it in. */
function counter(schema: GraphQLSchema, document: DocumentNode, variables: Variables) {
  const known = new Map<SelectionSetNode, Map<GraphQLNamedType, Cost>>();
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );

  const below = (selectionSet: SelectionSetNode, type: GraphQLCompositeType): Cost => {
    const counted = known.get(selectionSet)?.get(type);
    if (counted !== undefined) return counted;
    const cost = sum(selectionSet.selections.map((selection) => one(selection, type)));
    const types = known.get(selectionSet) ?? new Map<GraphQLNamedType, Cost>();
    known.set(selectionSet, types.set(type, cost));
    return cost;
  };

  const one = (selection: SelectionNode, type: GraphQLCompositeType): Cost => {
    if (isLeftOut(selection, variables)) return NOTHING;
    if (selection.kind === Kind.FIELD) return ofField(selection, type);
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    if (fragment === undefined) return NOTHING;
    const condition = fragment.typeCondition;
    const inner = condition === undefined ? type : schema.getType(condition.name.value);
    return isCompositeType(inner) ? below(fragment.selectionSet, inner) : NOTHING;
  };

  const ofField = (node: FieldNode, type: GraphQLCompositeType): Cost => {
    const field = fieldOf(node, type);
    const args = field && argumentsOf(field, node, variables);
    // A field whose arguments are refused answers with an error, and nothing below it is run.
    if (field === undefined || args == null) return { fields: 1, introspection: 0 };
    const inner = getNamedType(field.type);
    const own = fieldCost(args, field);
    const { fields, introspection } =
      node.selectionSet && isCompositeType(inner) ? below(node.selectionSet, inner) : NOTHING;
    return META_FIELDS.includes(field)
      ? { fields: 1, introspection: introspection + fields }
      : { fields: own.field + own.items * fields, introspection };
  };

  return below;
}

const NOTHING: Cost = { fields: 0, introspection: 0 };
const META_FIELDS = [SchemaMetaFieldDef, TypeMetaFieldDef];

function sum(costs: readonly Cost[]): Cost {
  return costs.reduce(
    (all, { fields, introspection }) => ({
      fields: all.fields + fields,
      introspection: all.introspection + introspection,
    }),
    NOTHING,
  );
}

function isLeftOut(node: SelectionNode, variables: Variables): boolean {
  const skip = getDirectiveValues(GraphQLSkipDirective, node, variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, node, variables);
  return skip?.['if'] === true || include?.['if'] === false;
}

function fieldOf(
  { name }: FieldNode,
  type: GraphQLCompositeType,
): GraphQLField<unknown, unknown> | undefined {
  return (
    META_FIELDS.find((field) => field.name === name.value) ??
    (isUnionType(type) ? undefined : type.getFields()[name.value])
  );
}

function argumentsOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Variables,
): Record<string, unknown> | null {
  try {
    return getArgumentValues(field, node, variables);
  } catch {
    return null;
  }
}
