import type { StatsLoader } from '../../loaders/stats.js';
import { builder } from '../builder.js';

/** Statistics of a filter; its fields are in the files beside this one. */
export const Stats = builder.objectRef<StatsLoader>('Stats');
