import type { SessionRow } from '../../domain/session.js';
import { builder } from '../builder.js';

/** A session; its fields are in the files beside this one. */
export const Session = builder.objectRef<SessionRow>('Session');
