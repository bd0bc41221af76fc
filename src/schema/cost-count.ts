import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
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
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { fieldCost, type FieldCost } from './field-cost.js';

/** What a selection costs. */
export interface Cost {
  /** What is counted once. */
  fields: number;
  /** What is counted for each item of the page that it is selected of. */
  perItem: number;
  /** What is below `__schema` and `__type`. */
  introspection: number;
}

/** What stands below a selection: the fields of a fragment belong to the same object. */
export interface Inside {
  selectionSet: SelectionSetNode;
  type: GraphQLCompositeType;
}

/** Counts what an operation's selections cost, and goes through them. */
export interface Counter {
  below(inside: Inside): Cost;
  one(selection: SelectionNode, type: GraphQLCompositeType): Cost;
  /** Null for a leaf, and for what is not run. */
  inside(selection: SelectionNode, type: GraphQLCompositeType): Inside | null;
  /** Null where a field's arguments are refused: it answers with an error, and nothing below is run. */
  price(node: FieldNode, type: GraphQLCompositeType): FieldCost | null;
}

type Variables = Record<string, unknown>;

/** A selection costs the same wherever a fragment brings it in, so it is counted once for a type. */
export function createCounter(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
): Counter {
  const known = new Map<SelectionSetNode, Map<GraphQLNamedType, Cost>>();
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );

  const below = ({ selectionSet, type }: Inside): Cost => {
    const counted = known.get(selectionSet)?.get(type);
    if (counted !== undefined) return counted;
    const cost = sum(selectionSet.selections.map((selection) => one(selection, type)));
    const types = known.get(selectionSet) ?? new Map<GraphQLNamedType, Cost>();
    known.set(selectionSet, types.set(type, cost));
    return cost;
  };

  const one = (selection: SelectionNode, type: GraphQLCompositeType): Cost => {
    if (isLeftOut(selection, variables)) return NOTHING;
    const within = inside(selection, type);
    const inner = within === null ? NOTHING : below(within);
    return selection.kind === Kind.FIELD ? ofField(selection, type, inner) : inner;
  };

  const ofField = (node: FieldNode, type: GraphQLCompositeType, inner: Cost): Cost => {
    const once = inner.fields + inner.perItem;
    if (META_FIELDS.some(({ name }) => name === node.name.value)) {
      return { fields: 1, perItem: 0, introspection: inner.introspection + once };
    }
    const { own, items, kind } = price(node, type) ?? REFUSED;
    const { introspection } = inner;
    if (kind === 'items of a page') return { fields: 0, perItem: own + once, introspection };
    if (kind === 'list') return { fields: own + items * once, perItem: 0, introspection };
    // A page is read whatever is selected of it.
    const ofItems = kind === 'page' ? items * Math.max(inner.perItem, 1) : inner.perItem;
    return { fields: own + inner.fields + ofItems, perItem: 0, introspection };
  };

  const inside = (selection: SelectionNode, type: GraphQLCompositeType): Inside | null => {
    if (selection.kind === Kind.FIELD) {
      const field = fieldOf(selection, type);
      const inner = field && getNamedType(field.type);
      if (selection.selectionSet === undefined || !isCompositeType(inner)) return null;
      if (price(selection, type) === null) return null;
      return { selectionSet: selection.selectionSet, type: inner };
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    if (fragment === undefined) return null;
    const condition = fragment.typeCondition;
    const inner = condition === undefined ? type : schema.getType(condition.name.value);
    return isCompositeType(inner) ? { selectionSet: fragment.selectionSet, type: inner } : null;
  };

  const price = (node: FieldNode, type: GraphQLCompositeType): FieldCost | null => {
    const field = fieldOf(node, type);
    const args = field && argumentsOf(field, node, variables);
    return field === undefined || args == null ? null : fieldCost(args, field);
  };

  return { below, one, inside, price };
}

const NOTHING: Cost = { fields: 0, perItem: 0, introspection: 0 };
const REFUSED: FieldCost = { own: 1, items: 1, kind: 'one' };
const META_FIELDS = [SchemaMetaFieldDef, TypeMetaFieldDef];

function sum(costs: readonly Cost[]): Cost {
  return costs.reduce(
    (all, { fields, perItem, introspection }) => ({
      fields: all.fields + fields,
      perItem: all.perItem + perItem,
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
