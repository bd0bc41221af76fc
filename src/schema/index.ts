import './conversation/queries.js';
import './conversation/type.js';
import './errors.js';
import './message/mutations.js';
import './message/type.js';
import './session/lineage.js';
import './session/mutations.js';
import './session/newer.js';
import './session/queries.js';
import './session/transcript.js';
import './session/type.js';
import './store.js';
import { builder } from './builder.js';

export { createContext, type Context } from './context.js';

/** The whole schema. */
export const schema = builder.toSchema();
