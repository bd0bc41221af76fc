import { createHash } from 'node:crypto';
import { pageRequest } from '../../domain/paging.js';
import { parseSearchQuery } from '../../domain/search-query/parse.js';
import type { SessionMatch } from '../../domain/search.js';
import { builder } from '../builder.js';
import { toConnection } from '../paging.js';
import { Session } from '../session/ref.js';
import { SearchHitType } from './hit.js';
import { SearchFilterInput, SearchOrderEnum } from './inputs.js';

const LANGUAGE =
  'Words are ANDed; `"a phrase"`, OR, NOT and `prefix*` are understood, parentheses group; anything else is text, so `gateway/run.py`, `it’s` or `50%` find themselves. Any script, Chinese, Japanese and Korean of any length. At most 512 characters, 32 terms and 16 alternatives; what holds no text is BAD_USER_INPUT.';

const SearchConnection = builder.connectionObject(
  { type: SearchHitType, name: 'SearchConnection', description: 'A page of hits.' },
  { name: 'SearchEdge', description: 'A hit and its cursor.' },
);

builder.queryField('search', (t) =>
  t.field({
    type: SearchConnection,
    description: `The messages that match. ${LANGUAGE} A search that takes longer than five seconds is stopped: SEARCH_TIMEOUT.`,
    args: {
      query: t.arg.string({ required: true, description: 'What to look for.' }),
      filter: t.arg({ type: SearchFilterInput, description: 'Only messages that it admits.' }),
      orderBy: t.arg({
        type: SearchOrderEnum,
        defaultValue: 'RELEVANCE',
        description: 'The order of the hits.',
      }),
      ...forwardArgs(t),
    },
    resolve: async (_root, { query, filter, orderBy, ...args }, { store }) => {
      const tree = parseSearchQuery(query);
      const order = orderBy ?? 'RELEVANCE';
      const name = `search:${order}:${fingerprint(query, filter)}`;
      const page = pageRequest(
        args,
        name,
        order === 'RELEVANCE' ? ['number', 'number'] : ['number'],
      );
      return toConnection(await store.search(tree, filter ?? {}, order, page), name, () =>
        store.searchTotal(tree, filter ?? {}),
      );
    },
  }),
);

const SessionMatchType = builder.objectRef<SessionMatch>('SessionMatch').implement({
  description: 'A session with messages that match a search.',
  fields: (t) => ({
    session: t.field({
      type: Session,
      nullable: true,
      description: 'The session. Null when it has gone meanwhile.',
      resolve: ({ session_id: id }, _args, { loaders }) => loaders.session.load(id),
    }),
    matchCount: t.expose('match_count', {
      type: 'SafeInt',
      description: 'How many of its messages match.',
    }),
    bestHit: t.expose('best_hit', {
      type: SearchHitType,
      description: 'The message that matches best.',
    }),
  }),
});

const SessionMatchConnection = builder.connectionObject(
  {
    type: SessionMatchType,
    name: 'SessionMatchConnection',
    description: 'A page of sessions that match a search.',
  },
  { name: 'SessionMatchEdge', description: 'A session that matches, and its cursor.' },
);

builder.queryField('searchSessions', (t) =>
  t.field({
    type: SessionMatchConnection,
    description: `The sessions with messages that match, the one with the best match first; \`first\` counts sessions. ${LANGUAGE}`,
    args: {
      query: t.arg.string({ required: true, description: 'What to look for.' }),
      filter: t.arg({ type: SearchFilterInput, description: 'Only messages that it admits.' }),
      ...forwardArgs(t),
    },
    resolve: async (_root, { query, filter, ...args }, { store }) => {
      const tree = parseSearchQuery(query);
      const name = `search-sessions:${fingerprint(query, filter)}`;
      const page = pageRequest(args, name, ['number', 'number', 'string']);
      return toConnection(await store.searchSessions(tree, filter ?? {}, page), name, () =>
        store.searchSessionsTotal(tree, filter ?? {}),
      );
    },
  }),
);

/** Ranks of one search say nothing in another, so a cursor holds in its own search only. */
function fingerprint(query: string, filter: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([query, filter ?? null]))
    .digest('base64url')
    .slice(0, 12);
}

/** Hits are paged forwards only: an order by relevance has no end to start from. */
function forwardArgs(t: ArgumentHost) {
  return {
    first: t.arg.int({
      description: 'So many from the start: 20 by default, 200 at most, 0 for none.',
    }),
    after: t.arg.string({ description: 'Only items behind this cursor.' }),
  };
}

type ArgumentHost = Parameters<Parameters<typeof builder.queryField>[1]>[0];
