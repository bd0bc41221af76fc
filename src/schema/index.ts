import './conversation/queries.js';
import './conversation/type.js';
import './errors.js';
import './message/append-many.js';
import './message/mutations.js';
import './message/relations.js';
import './message/type.js';
import './search/queries.js';
import './session/lineage.js';
import './session/mutations.js';
import './session/newer.js';
import './session/queries.js';
import './session/transcript.js';
import './session/type.js';
import './session/changes.js';
import './session/flags.js';
import './session/prune.js';
import './session/record-usage.js';
import './session/removal.js';
import './message/replacement.js';
import './stats/queries.js';
import './stats/series.js';
import './stats/times.js';
import './stats/type.js';
import './store-mutations.js';
import './store.js';
import { builder } from './builder.js';

export { createContext } from './context.js';

/** The whole schema. */
export const schema = builder.toSchema();
