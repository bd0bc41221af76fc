// Writes schema.graphql from the built code: `npm run schema`.
import { writeFileSync } from 'node:fs';
import { printSchema } from 'graphql';
import { schema } from '../dist/schema/index.js';

writeFileSync(new URL('../schema.graphql', import.meta.url), `${printSchema(schema)}\n`);
