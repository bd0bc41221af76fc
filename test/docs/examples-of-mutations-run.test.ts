import { readFileSync } from 'node:fs';
import { isInputObjectType, parse, print, visit, Kind } from 'graphql';
import { expect, test } from 'vitest';
import { META_KEY_RULE } from '../../src/domain/meta-keys.js';
import { schema } from '../../src/schema/index.js';
import { dataOf } from '../support/api.js';
import { openTestStore } from '../support/store.js';

const page = readFileSync(new URL('../../docs/mutations.md', import.meta.url), 'utf8');
const sections = page.split(/^## /m).slice(1);

test('the reference page has a section for each mutation, and for nothing else', () => {
  const headings = sections.map((section) => section.slice(0, section.indexOf('\n')));
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect([...headings].sort()).toEqual([...mutations].sort());
});

test('every example of it runs, in order, and is answered with what it shows', async () => {
  const api = openTestStore();
  const refused = new Set(['archiveSessions', 'pinSession']);
  for (const section of sections) {
    const name = section.slice(0, section.indexOf('\n'));
    const example = /```graphql\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
    const data = await dataOf(api, withTypenames(example));
    const payload = `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`;
    // The session is gone by then; what deleteSessions answers of it is in its payload.
    expect([name, data[name].__typename]).toEqual([
      name,
      refused.has(name) ? 'InvalidInputError' : payload,
    ]);
  }
});

test('it says which keys setMeta refuses, in the words of the schema and of the refusal', () => {
  expect(page.replace(/\s+/g, ' ')).toContain(META_KEY_RULE);
  const input = schema.getType('SetMetaInput');
  const field = isInputObjectType(input) ? input.getFields()['key'] : undefined;
  expect(field?.description).toContain(META_KEY_RULE);
});

function withTypenames(source: string): string {
  const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
  return print(
    visit(parse(source), {
      SelectionSet: (node, _key, parent) =>
        parent !== undefined && 'kind' in parent && parent.kind === Kind.FIELD
          ? { ...node, selections: [typename, ...node.selections] }
          : undefined,
    }),
  );
}
