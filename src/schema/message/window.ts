import type { MessageWindow as Window } from '../../domain/window.js';
import { builder } from '../builder.js';
import { Message } from './ref.js';

export const MessageWindow = builder.objectRef<Window>('MessageWindow').implement({
  description: 'A message with its neighbours.',
  fields: (t) => ({
    messages: t.expose('messages', {
      type: [Message],
      description: 'The messages, in the order of their ids.',
    }),
    before: t.exposeInt('before', { description: 'How many of them stand before the message.' }),
    after: t.exposeInt('after', { description: 'How many of them stand after it.' }),
  }),
});
