import js from '@eslint/js';
import graphql from '@graphql-eslint/eslint-plugin';
import { buildSchema, isInterfaceType, isObjectType } from 'graphql';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';

/**
 * The arrows of the architecture: what a room may import. `domain` knows nobody; the store interface
 * is all that the rooms above the engine see of it; only `cli` wires an engine in.
 */
const sqlite = { group: ['better-sqlite3'], message: 'Only src/db/sqlite talks to SQLite.' };
const engine = {
  group: ['**/db/sqlite', '**/db/sqlite/**'],
  message: 'Rooms above the engine see src/db/store.ts only; the engine is wired in src/cli.',
};
const rooms = (names, message) => ({
  group: names.flatMap((name) => [`**/${name}/**`, `**/${name}`]),
  message,
});
const arrows = (folder, ...patterns) => ({
  files: [`src/${folder}/**/*.ts`],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

/**
 * Opening the database file beside SQLite drops this process's locks on it, and a write that was
 * acknowledged can be lost. `stat`, `chmod`, `mkdir` and `realpath` open nothing.
 */
const opensFiles = [
  'open',
  'openSync',
  'openAsBlob',
  'readFile',
  'readFileSync',
  'writeFile',
  'writeFileSync',
  'appendFile',
  'appendFileSync',
  'copyFile',
  'copyFileSync',
  'cp',
  'cpSync',
  'rename',
  'renameSync',
  'rm',
  'rmSync',
  'unlink',
  'unlinkSync',
  'truncate',
  'truncateSync',
  'createReadStream',
  'createWriteStream',
  'promises',
  'default',
];
const noPlainFs = {
  // What runs in a process of its own holds no lock that could be dropped. And new-file.ts works on
  // files that no connection has open: it makes them under a name of their own.
  ignores: ['src/db/**/*-child.ts', 'src/db/sqlite/holders.ts', 'src/db/sqlite/new-file.ts'],
  files: ['src/db/**/*.ts', 'src/loaders/**/*.ts', 'src/schema/**/*.ts', 'src/server/**/*.ts'],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        paths: ['node:fs', 'fs', 'node:fs/promises', 'fs/promises'].map((name) => ({
          name,
          importNames: opensFiles,
          message: 'Never open the database file with plain fs: it drops the locks SQLite holds.',
        })),
        patterns: [
          {
            regex: '^(node:)?fs(/promises)?$',
            importNamePattern: '^(read|write|append|copy|create|open)',
            message: 'Never open the database file with plain fs.',
          },
        ],
      },
    ],
  },
};

/** Types without an identity: usage, costs, payloads. Only what implements Node has an id. */
const values = Object.values(
  buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8')).getTypeMap(),
)
  .filter((type) => isObjectType(type) || isInterfaceType(type))
  .filter((type) => type.getInterfaces().every(({ name }) => name !== 'Node'))
  .map(({ name }) => name);

/** The printed schema, by the rules of graphql-eslint and of Relay. */
const printedSchema = {
  files: ['schema.graphql'],
  languageOptions: {
    parser: graphql.parser,
    parserOptions: { graphQLConfig: { schema: 'schema.graphql' } },
  },
  plugins: { '@graphql-eslint': graphql },
  rules: {
    ...graphql.configs['flat/schema-recommended'].rules,
    ...graphql.configs['flat/schema-relay'].rules,
    '@graphql-eslint/strict-id-in-types': ['error', { exceptions: { types: values } }],
    // `nodes` beside `edges`, lists that are bounded by what they list (calls, children, buckets), and
    // hits of a search, which are found anew by each search and have no global id.
    '@graphql-eslint/relay-edge-types': [
      'error',
      { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false },
    ],
    // Hits are paged forwards only: relevance has no end to start from.
    '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
    // `sessionId` and `messageId` are Hermes’ own keys, beside the global `id`.
    '@graphql-eslint/no-typename-prefix': 'off',
  },
};

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'test/fixtures/', 'coverage/', '**/generated/'] },
  printedSchema,
  {
    files: ['**/*.ts', '**/*.js'],
    extends: [js.configs.recommended, tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': [
        'error',
        // The set of loaders is inferred: each line of it says its type already.
        { allowedNames: ['createLoaders'] },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-console': 'error',
    },
  },
  arrows(
    'domain',
    sqlite,
    rooms(['db', 'loaders', 'schema', 'server', 'cli'], 'domain imports nothing of ours.'),
  ),
  arrows('db', rooms(['loaders', 'schema', 'server', 'cli'], 'db imports domain only.')),
  arrows(
    'loaders',
    sqlite,
    engine,
    rooms(['schema', 'server', 'cli'], 'loaders import domain and the store interface.'),
  ),
  arrows(
    'schema',
    sqlite,
    engine,
    rooms(['server', 'cli'], 'schema imports domain, loaders and the store interface.'),
  ),
  arrows('server', sqlite, engine, rooms(['cli'], 'server does not know the commands.')),
  arrows('cli', sqlite),
  {
    // Pothos infers what a field list and a connection are; written out they would say it twice.
    files: ['src/schema/**/*.ts'],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
  noPlainFs,
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
  {
    // An answer of GraphQL is whatever its query asked for.
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
    },
  },
);
