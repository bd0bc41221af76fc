import { createHash } from 'node:crypto';
import { pageRequest } from '../../domain/paging.js';
import { parseSearchQuery } from '../../domain/search-query/parse.js';
import { plainFilter, type SearchFilter, type SessionMatch } from '../../domain/search.js';
import { builder } from '../builder.js';
import { toConnection } from '../paging.js';
import { Session } from '../session/ref.js';
import { SearchHitType, type FoundMessage } from './hit.js';
import { SearchFilterInput, SearchOrderEnum } from './inputs.js';

const LANGUAGE =
  'Words are ANDed; `"a phrase"`, OR, NOT and `prefix*` are understood, parentheses group (`a NOT b`, `NOT b a` and `a (NOT b)` are one; NOT alone is refused); anything else is text, so `gateway/run.py`, `it’s` or `50%` find themselves. Any script, Chinese, Japanese and Korean of any length; `docker镜像` finds `docker 镜像` too, unless it is quoted. Titles are not searched: `sessions(filter: { titleContains })` finds those. At most 512 characters, 32 terms and 16 alternatives; what holds no text to look for is BAD_USER_INPUT.';

const BOUNDS =
  'A Latin word that more than 2,000 messages hold, alone or within longer words, is found in all of them where it stands by itself, but inside Chinese text among the newest 5,000 messages only.';

const DEADLINE = 'A search that takes longer than five seconds is stopped: SEARCH_TIMEOUT.';

const SearchConnection = builder.connectionObject(
  { type: SearchHitType, name: 'SearchConnection', description: 'A page of hits.' },
  { name: 'SearchEdge', description: 'A hit and its cursor.' },
);

builder.queryField('search', (t) =>
  t.field({
    type: SearchConnection,
    description: `The messages that match. ${LANGUAGE} ${BOUNDS} ${DEADLINE}`,
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
    resolve: async (_root, { query, filter, orderBy, ...args }, { store, loaders, signal }) => {
      const tree = parseSearchQuery(query);
      const order = orderBy ?? 'RELEVANCE';
      const admitted = plainFilter(filter);
      const name = `search:${order}:${fingerprint(query, admitted)}`;
      const page = pageRequest(
        args,
        name,
        order === 'RELEVANCE' ? ['number', 'number'] : ['number'],
      );
      const found = await store.search(tree, admitted, order, page, signal);
      const messages = await loaders.message.loadMany(found.items.map(({ row }) => row.message.id));
      const items = found.items.flatMap(({ row, key }, index) => {
        const message = messages[index] ?? null;
        return message === null ? [] : [{ row: { ...row, message }, key }];
      });
      return toConnection({ ...found, items }, name, () =>
        store.searchTotal(tree, admitted, signal),
      );
    },
  }),
);

interface FoundSession extends SessionMatch {
  best_hit: FoundMessage;
}

const SessionMatchType = builder.objectRef<FoundSession>('SessionMatch').implement({
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
    description: `The sessions with messages that match, the one with the best match first; \`first\` counts sessions. ${LANGUAGE} ${BOUNDS} ${DEADLINE}`,
    args: {
      query: t.arg.string({ required: true, description: 'What to look for.' }),
      filter: t.arg({ type: SearchFilterInput, description: 'Only messages that it admits.' }),
      ...forwardArgs(t),
    },
    resolve: async (_root, { query, filter, ...args }, { store, loaders, signal }) => {
      const tree = parseSearchQuery(query);
      const admitted = plainFilter(filter);
      const name = `search-sessions:${fingerprint(query, admitted)}`;
      const page = pageRequest(args, name, ['number', 'number', 'string']);
      const found = await store.searchSessions(tree, admitted, page, signal);
      const ids = found.items.map(({ row }) => row.best_hit.message.id);
      const messages = await loaders.message.loadMany(ids);
      const items = found.items.flatMap(({ row, key }, index) => {
        const message = messages[index] ?? null;
        return message === null
          ? []
          : [{ row: { ...row, best_hit: { ...row.best_hit, message } }, key }];
      });
      return toConnection({ ...found, items }, name, () =>
        store.searchSessionsTotal(tree, admitted, signal),
      );
    },
  }),
);

/** Ranks of one search say nothing in another, so a cursor holds in its own search only. */
function fingerprint(query: string, filter: SearchFilter): string {
  return createHash('sha256')
    .update(JSON.stringify([query, filter]))
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
