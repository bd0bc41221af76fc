import { builder } from '../builder.js';
import { TimeRangeInput } from '../session/filter.js';
import { MessageStateEnum } from './states.js';

export const MessageFilterInput = builder.inputType('MessageFilter', {
  description: 'Which messages are meant: all that is given must hold. Lists are "any of".',
  fields: (t) => ({
    roles: t.stringList({ description: 'With one of these roles, such as `user` or `tool`.' }),
    excludeRoles: t.stringList({ description: 'With none of these roles.' }),
    toolNames: t.stringList({ description: 'Results of one of these tools.' }),
    timestamp: t.field({ type: TimeRangeInput, description: 'Written in this range.' }),
    states: t.field({
      type: [MessageStateEnum],
      description: 'In one of these states; only ACTIVE ones when not given.',
    }),
  }),
});
