import { shownDollars } from '../../domain/cost.js';
import { COST_BASES, type SessionRow } from '../../domain/session.js';
import { builder } from '../builder.js';

const CostBasis = builder.enumType('CostBasis', {
  description: 'What a cost rests on.',
  values: {
    ACTUAL: { value: COST_BASES[0], description: 'The provider said what it charged.' },
    ESTIMATED: { value: COST_BASES[1], description: 'Worked out from tokens and a price list.' },
    INCLUDED: { value: COST_BASES[2], description: 'Covered by a subscription.' },
    UNKNOWN: { value: COST_BASES[3], description: 'Nothing is known; the cost is not zero.' },
  } as const,
});

export const Cost = builder.objectRef<SessionRow>('Cost').implement({
  description:
    'What a session cost. An unknown cost is null and never 0. Dollars are rounded to a billionth.',
  fields: (t) => ({
    usd: t.float({
      nullable: true,
      description:
        'US dollars: actual where known, also when it is zero, else estimated. Of a session that a subscription covers what was estimated before that, else 0. Null when unknown.',
      resolve: (session) => shownDollars(session.cost_usd),
    }),
    basis: t.field({
      type: CostBasis,
      description: 'What `usd` rests on.',
      resolve: (session) => session.cost_basis,
    }),
    actualUsd: t.float({
      nullable: true,
      description: 'US dollars that the provider charged; null when it did not say.',
      resolve: (session) => shownDollars(session.actual_cost_usd),
    }),
    estimatedUsd: t.float({
      nullable: true,
      description:
        'US dollars by the price list, as stored. Hermes stores 0 also where it had no price; `usd` tells them apart.',
      resolve: (session) => shownDollars(session.estimated_cost_usd),
    }),
    status: t.string({
      nullable: true,
      description: 'What Hermes says of the cost, such as `estimated` or `included`.',
      resolve: (session) => session.cost_status,
    }),
    source: t.string({
      nullable: true,
      description: 'Where Hermes took the price from.',
      resolve: (session) => session.cost_source,
    }),
    pricingVersion: t.string({
      nullable: true,
      description: 'Version of the price list.',
      resolve: (session) => session.pricing_version,
    }),
  }),
});

export const Billing = builder.objectRef<SessionRow>('Billing').implement({
  description: 'Who is paid, and how.',
  fields: (t) => ({
    provider: t.string({
      nullable: true,
      description: 'The provider, such as `openrouter`. An open set, owned by Hermes.',
      resolve: (session) => session.billing_provider,
    }),
    baseUrl: t.string({
      nullable: true,
      description: 'The endpoint that was called.',
      resolve: (session) => session.billing_base_url,
    }),
    mode: t.string({
      nullable: true,
      description: 'How it is paid, such as `byok`. An open set, owned by Hermes.',
      resolve: (session) => session.billing_mode,
    }),
  }),
});
