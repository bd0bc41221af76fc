import { parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** The introspection query of tools has some 400; large texts belong in variables and are one. */
export const TOKEN_LIMIT = 2_000;

/**
 * Stops reading a query after 2,000 tokens or comments. A query can be as large as a body, and checking one
 * of a hundred thousand fields would hold up everybody for seconds.
 */
export function useTokenLimit(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string) =>
        parse(source, { maxLexicalTokens: TOKEN_LIMIT, maxComments: TOKEN_LIMIT }),
      );
    },
  };
}
