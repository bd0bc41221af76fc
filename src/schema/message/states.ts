import { MESSAGE_STATES } from '../../domain/message.js';
import { builder } from '../builder.js';

export const MessageStateEnum = builder.enumType('MessageState', {
  description: 'Whether a message is part of the conversation. In older files all are ACTIVE.',
  values: {
    ACTIVE: { value: MESSAGE_STATES[0], description: 'Part of the conversation.' },
    COMPACTED: {
      value: MESSAGE_STATES[1],
      description:
        'Folded into a summary when Hermes compacted the session in place. Hidden from `messages` unless asked for; search finds it.',
    },
    UNDONE: {
      value: MESSAGE_STATES[2],
      description: 'Taken back by the user. Shown only when asked for by this state.',
    },
  } as const,
});
