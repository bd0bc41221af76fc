// Writes schema.graphql from the built code (`npm run schema`), or says that it is out of date (--check).
import { readFileSync, writeFileSync } from 'node:fs';
import { printSchema } from 'graphql';
import { schema } from '../dist/schema/index.js';

const file = new URL('../schema.graphql', import.meta.url);
const printed = `${printSchema(schema)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, printed);
} else if (readFileSync(file, 'utf8') !== printed) {
  console.error('schema.graphql is out of date: run `npm run schema` and commit what it writes.');
  process.exitCode = 1;
}
