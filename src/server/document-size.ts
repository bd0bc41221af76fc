import {
  Kind,
  visit,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { LIMITS, limitError } from '../schema/limits.js';

/**
 * Refuses a document that is beyond a limit in what it can multiply. It is measured in one walk,
 * before validation, some rules of which take long for what is deep or repeated.
 *
 * @throws GraphQLError with the code QUERY_TOO_COMPLEX
 */
export function assertUsualSize(document: DocumentNode): void {
  let aliases = 0;
  let directives = 0;
  let repeats = 0;
  visit(document, {
    Field: ({ alias }) => void (aliases += alias === undefined ? 0 : 1),
    Directive: () => void (directives += 1),
    SelectionSet: ({ selections }) => void (repeats = Math.max(repeats, repeatsIn(selections))),
  });
  const counts = [
    [aliases, LIMITS.aliases, 'aliases'],
    [directives, LIMITS.directives, 'directives'],
    [repeats, LIMITS.repeats, 'fields of one name side by side'],
    [depthOf(document), LIMITS.depth, 'fields in one another'],
  ] as const;
  for (const [count, most, what] of counts) {
    if (count > most) throw limitError(`The query has ${count} ${what}; the most is ${most}.`);
  }
}

/** How often the most frequent field is asked for in one place. */
function repeatsIn(selections: readonly SelectionNode[]): number {
  const counts = new Map<string, number>();
  for (const selection of selections) {
    if (selection.kind !== Kind.FIELD) continue;
    const key = (selection.alias ?? selection.name).value;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/**
 * How many fields are in one another at most, through fragments too. Each fragment is measured
 * once; one that contains itself is left to validation, and introspection has a limit of its own.
 */
function depthOf({ definitions }: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const depths = new Map<string, number>();
  const below = (selectionSet: SelectionSetNode | undefined): number =>
    Math.max(0, ...(selectionSet?.selections ?? []).map(depth));
  const depth = (selection: SelectionNode): number => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return below(selection.selectionSet);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return spread(selection.name.value);
    return selection.name.value.startsWith('__') ? 1 : 1 + below(selection.selectionSet);
  };
  const spread = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    depths.set(name, 0);
    const measured = below(fragments.get(name)?.selectionSet);
    depths.set(name, measured);
    return measured;
  };
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return Math.max(
    0,
    ...operations.map((operation) =>
      below('selectionSet' in operation ? operation.selectionSet : undefined),
    ),
  );
}
