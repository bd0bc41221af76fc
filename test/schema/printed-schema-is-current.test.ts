import { readFileSync } from 'node:fs';
import { buildSchema, printSchema, validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/schema/index.js';

const printed = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');

test('schema.graphql is what the code says; `npm run schema` writes it', () => {
  expect(printed).toBe(`${printSchema(schema)}\n`);
});

test('the schema is valid, and reads back as itself', () => {
  expect(validateSchema(schema)).toEqual([]);
  expect(`${printSchema(buildSchema(printed))}\n`).toBe(printed);
});
