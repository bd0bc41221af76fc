import type { ConversationRow } from '../../domain/conversation.js';
import { builder } from '../builder.js';

/** A conversation; its fields are in the files beside this one. */
export const Conversation = builder.objectRef<ConversationRow>('Conversation');
