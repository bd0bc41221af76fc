/**
 * Tells libraries that they run in production, unless NODE_ENV says otherwise: graphql-js then leaves
 * out a check at every value of an answer, which is a third of the time of a long one. It looks when
 * it is loaded, so this comes before all other imports.
 */
process.env['NODE_ENV'] ??= 'production';
