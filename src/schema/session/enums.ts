import { LINEAGE_KINDS, SESSION_STATUSES } from '../../domain/session.js';
import { builder } from '../builder.js';

export const SessionStatus = builder.enumType('SessionStatus', {
  description: 'Whether a session is being used.',
  values: {
    ACTIVE: {
      value: SESSION_STATUSES[0],
      description: 'Not ended, and last active less than five minutes from now, on either side.',
    },
    IDLE: { value: SESSION_STATUSES[1], description: 'Not ended, and quiet for longer.' },
    ENDED: { value: SESSION_STATUSES[2], description: 'Ended.' },
  } as const,
});

export const LineageKindEnum = builder.enumType('LineageKind', {
  description:
    'How a session came to be. Where a newer file marks it, the mark decides; else times and end reasons do.',
  values: {
    ROOT: { value: LINEAGE_KINDS[0], description: 'It has no parent, or its parent is gone.' },
    CONTINUATION: {
      value: LINEAGE_KINDS[1],
      description: 'The parent ended by compression and the chat went on here.',
    },
    BRANCH: { value: LINEAGE_KINDS[2], description: 'Branched off from its parent.' },
    DELEGATE: {
      value: LINEAGE_KINDS[3],
      description: 'A sub-agent: started while the parent ran, or marked so.',
    },
    RESET: { value: LINEAGE_KINDS[4], description: 'A fresh start after a reset of the parent.' },
    OTHER: { value: LINEAGE_KINDS[5], description: 'None of these.' },
  } as const,
});
