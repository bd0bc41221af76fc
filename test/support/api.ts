import { graphql } from 'graphql';
import type { SessionStore } from '../../src/db/store.js';
import type { Clock } from '../../src/domain/time.js';
import { createContext, schema } from '../../src/schema/index.js';

/** What a query answered; errors are left in for tests that expect them. */
export interface Answer {
  data: any;
  errors: readonly {
    message: string;
    path?: readonly (string | number)[] | undefined;
    code: unknown;
  }[];
}

/** Asks the schema over a store, without HTTP. Each call is one request with loaders of its own. */
export async function ask(
  { store, clock }: { store: SessionStore; clock: Clock },
  source: string,
  variables: Record<string, unknown> = {},
): Promise<Answer> {
  const result = await graphql({
    schema,
    source,
    variableValues: variables,
    contextValue: createContext(store, clock),
  });
  return {
    data: result.data,
    errors: (result.errors ?? []).map(({ message, path, originalError, extensions }) => ({
      message,
      path,
      code:
        (originalError !== undefined && 'code' in originalError ? originalError.code : null) ??
        extensions['code'],
    })),
  };
}

/** The data of a query that must not fail anywhere. */
export async function dataOf(
  store: { store: SessionStore; clock: Clock },
  source: string,
  variables: Record<string, unknown> = {},
): Promise<any> {
  const { data, errors } = await ask(store, source, variables);
  if (errors.length > 0) throw new Error(JSON.stringify(errors, null, 2));
  return data;
}
