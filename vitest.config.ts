import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Without the alias two copies of graphql-js load, and errors of one are strangers to the other.
  resolve: { alias: { graphql: 'graphql/index.js' } },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    // One more than vitest takes on two cores: many tests wait for other processes.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    server: { deps: { inline: [/@pothos/, /graphql-yoga/, /@graphql-yoga/, /graphql-scalars/] } },
  },
});
