import type { CodegenConfig } from '@graphql-codegen/cli';

/**
 * Typed clients from `schema.graphql` and the documents in the code that sends them. A program of
 * yours can take this file over: what matters are the scalars, as they travel in JSON.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['test/conformance/client/*.ts'],
  generates: {
    'test/conformance/client/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: { unmaskFunctionName: 'readFragment' } },
      config: {
        // A scalar without a type here is an error, not an `any`.
        strictScalars: true,
        scalars: { DateTime: 'string', SafeInt: 'number', JSON: 'unknown' },
        enumsAsTypes: true,
        useTypeImports: true,
      },
    },
  },
  importExtension: '.js',
};

export default config;
