import {
  getIntrospectionQuery,
  graphqlSync,
  type IntrospectionQuery,
  type IntrospectionType,
} from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/schema/index.js';

interface Described {
  /** Where it is: `Session.messages(first:)`. */
  place: string;
  description: string | null;
}

/** All that a reader of the documentation meets, as introspection tells it. */
function everything(): Described[] {
  const source = getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true });
  const { data, errors } = graphqlSync({ schema, source });
  expect(errors).toBeUndefined();
  const { __schema: described } = data as unknown as IntrospectionQuery;
  return described.types.filter(({ name }) => !name.startsWith('__')).flatMap(partsOf);
}

function partsOf(type: IntrospectionType): Described[] {
  const parts = [at(type.name, type)];
  if (type.kind === 'OBJECT' || type.kind === 'INTERFACE') {
    for (const field of type.fields) {
      const place = `${type.name}.${field.name}`;
      parts.push(at(place, field), ...field.args.map((arg) => at(`${place}(${arg.name}:)`, arg)));
    }
  }
  if (type.kind === 'INPUT_OBJECT') {
    parts.push(...type.inputFields.map((field) => at(`${type.name}.${field.name}`, field)));
  }
  if (type.kind === 'ENUM') {
    parts.push(...type.enumValues.map((value) => at(`${type.name}.${value.name}`, value)));
  }
  return parts;
}

function at(
  place: string,
  { description }: { description?: string | null | undefined },
): Described {
  return { place, description: description?.trim() ?? null };
}

test('every type, field, argument, input field and enum value has a description', () => {
  const bare = everything().filter(({ description }) => description === null || description === '');
  expect(bare.map(({ place }) => place)).toEqual([]);
});

test('a description is made of sentences: it ends with a full stop', () => {
  const odd = everything()
    .filter(({ description }) => description !== null)
    .filter(({ description }) => !/[.)]$/.test(description ?? ''))
    // The scalars of GraphQL itself are described by graphql-js.
    .filter(({ place }) => !['Boolean', 'Float', 'ID', 'Int', 'String'].includes(place));
  expect(odd).toEqual([]);
});
