/** What Relay replaces by a compiled document; the compiler reads the text only. */
export const graphql = String.raw;
