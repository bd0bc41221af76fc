import type { MessageRow } from '../../domain/message.js';
import type { SearchContextEntry, SearchFragment, SearchHit } from '../../domain/search.js';
import { builder } from '../builder.js';
import { Message } from '../message/ref.js';
import { Session } from '../session/ref.js';

const Fragment = builder.objectRef<SearchFragment>('SearchFragment').implement({
  description: 'A piece of a snippet.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Its text.' }),
    matched: t.exposeBoolean('matched', { description: 'Whether it is what was searched for.' }),
  }),
});

const Context = builder.objectRef<SearchContextEntry>('SearchContext').implement({
  description: 'A message near a hit, or the hit itself.',
  fields: (t) => ({
    messageId: t.expose('messageId', { type: 'SafeInt', description: 'Its id.' }),
    role: t.exposeString('role', { description: 'Who speaks.' }),
    content: t.exposeString('content', {
      description:
        'What it says, cut to 200 code points; of a structured message its texts. Where it says nothing, the tools that it calls and their arguments.',
    }),
  }),
});

/** A hit with its message. */
export interface FoundMessage extends SearchHit {
  message: MessageRow;
}

export const SearchHitType = builder.objectRef<FoundMessage>('SearchHit').implement({
  description: 'A message that matches a search.',
  fields: (t) => ({
    message: t.expose('message', { type: Message, description: 'The message.' }),
    session: t.field({
      type: Session,
      nullable: true,
      description: 'Its session. Null when that has gone meanwhile.',
      resolve: ({ message }, _args, { loaders }) => loaders.session.load(message.session_id),
    }),
    snippet: t.exposeString('snippet', {
      description:
        'The text around the first match: matches as `>>>match<<<`, `...` where it was cut.',
    }),
    fragments: t.expose('fragments', {
      type: [Fragment],
      description: 'The snippet in pieces, for pages that mark the matches themselves.',
    }),
    context: t.field({
      type: [Context],
      description: 'The message before it, itself, and the message after it, in its session.',
      resolve: ({ message }, _args, { loaders }) => loaders.searchContext.load(message.id),
    }),
    rank: t.exposeFloat('rank', {
      nullable: true,
      description:
        'How well it matches: smaller is better. Null in other orders than RELEVANCE, and where no index ranks it.',
    }),
  }),
});
