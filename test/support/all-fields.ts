import {
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

/** What to pass for arguments that must be given, by `Type.field.argument`. GraphQL literals. */
export type ArgumentValues = Readonly<Record<string, string>>;

/**
 * A selection of every field of a type. Objects inside are selected whole too, but for nodes
 * (sessions, conversations, messages): those only to the given depth, and by their id below it.
 *
 * @param given literals for arguments, also for optional ones; throws for a required one without
 */
export function everyField(
  schema: GraphQLSchema,
  typeName: string,
  depth: number,
  given: ArgumentValues,
): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is no object type.`);
  return selection(type, depth);

  function selection(of: GraphQLObjectType, left: number): string {
    const isNode = of.getInterfaces().some(({ name }) => name === 'Node');
    if (isNode && left === 0) return '{ __typename id }';
    const below = isNode ? left - 1 : left;
    const fields = Object.values(of.getFields()).map(
      (field) => `${field.name}${args(of, field)} ${inside(getNamedType(field.type), below)}`,
    );
    return `{ __typename ${fields.join(' ')} }`;
  }

  function inside(of: GraphQLNamedType, left: number): string {
    if (isLeafType(of)) return '';
    if (isObjectType(of)) return selection(of, left);
    if (!isAbstractType(of)) throw new Error(`${of.name} cannot be selected.`);
    const possible = schema.getPossibleTypes(of);
    return `{ __typename ${possible.map((one) => `... on ${one.name} ${selection(one, left)}`).join(' ')} }`;
  }

  function args(of: GraphQLObjectType, field: GraphQLField<unknown, unknown>): string {
    const values = field.args.flatMap((arg) =>
      argument(`${of.name}.${field.name}.${arg.name}`, arg),
    );
    return values.length === 0 ? '' : `(${values.join(', ')})`;
  }

  function argument(place: string, arg: GraphQLArgument): string[] {
    const value = given[place];
    if (value !== undefined) return [`${arg.name}: ${value}`];
    if (isRequiredArgument(arg)) throw new Error(`No value is given for ${place}.`);
    return [];
  }
}
