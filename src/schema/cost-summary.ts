import type { CostSummary } from '../domain/cost.js';
import { builder } from './builder.js';

const sessionsOf = (which: string) => `How many sessions ${which}.`;

/** What many sessions cost. */
export const CostSummaryType = builder.objectRef<CostSummary>('CostSummary').implement({
  description:
    'What many sessions cost, by what each cost rests on. Unknown costs are in no sum: see `unknownSessions`. Dollars are rounded to a billionth.',
  fields: (t) => ({
    usd: t.exposeFloat('usd', {
      nullable: true,
      description:
        'US dollars: of each session the actual cost, else the estimate; `actualUsd` and `estimatedUsd` together. Null when nothing is known: of no session too, so null with 0 `unknownSessions` means that nothing was spent.',
    }),
    actualUsd: t.exposeFloat('actualUsd', {
      nullable: true,
      description: 'US dollars of the sessions with an actual cost. Null when there are none.',
    }),
    estimatedUsd: t.exposeFloat('estimatedUsd', {
      nullable: true,
      description:
        'US dollars of the sessions with an estimate and no actual cost, also of those that a subscription covered later. Null when there are none.',
    }),
    actualSessions: t.exposeInt('actualSessions', {
      description: sessionsOf('have an actual cost'),
    }),
    estimatedSessions: t.exposeInt('estimatedSessions', {
      description: sessionsOf('have an estimate alone'),
    }),
    includedSessions: t.exposeInt('includedSessions', {
      description: sessionsOf('are covered by a subscription'),
    }),
    unknownSessions: t.exposeInt('unknownSessions', {
      description: sessionsOf('have a cost that nobody knows'),
    }),
  }),
});
