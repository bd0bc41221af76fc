import { SEARCH_ORDERS } from '../../domain/search.js';
import { builder } from '../builder.js';
import { TimeRangeInput } from '../session/filter.js';

export const SearchFilterInput = builder.inputType('SearchFilter', {
  description:
    'Which messages a search covers: all that is given must hold. Lists are "any of"; an empty list of excludes excludes nothing.',
  fields: (t) => ({
    sources: t.stringList({ description: 'In sessions from one of these sources.' }),
    excludeSources: t.stringList({ description: 'In sessions from none of these sources.' }),
    roles: t.stringList({ description: 'With one of these roles, such as `user`.' }),
    excludeRoles: t.stringList({ description: 'With none of these roles.' }),
    sessionIds: t.stringList({ description: 'In one of these sessions.' }),
    excludeSessionIds: t.stringList({ description: 'In none of these sessions.' }),
    models: t.stringList({ description: 'In sessions with one of these models.' }),
    toolNames: t.stringList({ description: 'Results of one of these tools.' }),
    timestamp: t.field({ type: TimeRangeInput, description: 'Written in this range.' }),
  }),
});

export const SearchOrderEnum = builder.enumType('SearchOrder', {
  description: 'The order of hits. Those that are equal are ordered by message id.',
  values: {
    RELEVANCE: {
      value: SEARCH_ORDERS[0],
      description:
        'Best first, among the newest 5,000 matches; older ones follow, newest first. While all matches fit, this is the order of ranking them all.',
    },
    NEWEST: { value: SEARCH_ORDERS[1], description: 'The message written last first.' },
    OLDEST: { value: SEARCH_ORDERS[2], description: 'The message written first first.' },
  } as const,
});
