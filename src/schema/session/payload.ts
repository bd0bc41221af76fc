import type { SessionRow } from '../../domain/session.js';
import { builder } from '../builder.js';
import { Session } from './ref.js';

/** A payload that holds the session that was changed, and nothing else. */
export function sessionPayload(name: string, description: string) {
  return builder.objectRef<{ session: SessionRow }>(name).implement({
    description,
    fields: (t) => ({
      session: t.expose('session', { type: Session, description: 'The session as it is now.' }),
    }),
  });
}
