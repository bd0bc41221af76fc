import type { MessageRow } from '../../domain/message.js';
import { builder } from '../builder.js';

/** A message; its fields are in the files beside this one. */
export const Message = builder.objectRef<MessageRow>('Message');
