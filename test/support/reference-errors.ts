import {
  InvalidInputError,
  InvalidTitleError,
  SessionNotFoundError,
  TitleConflictError,
} from '../../src/domain/errors.js';

/** What the reference would have raised. */
export class ReferenceError extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

/** The failures of ours that the reference raises too, in its words. */
export function asReferenceError(error: unknown): unknown {
  if (error instanceof TitleConflictError) {
    const { title, holderId } = error;
    return raised('ValueError', `Title '${title}' is already in use by session ${holderId}`);
  }
  if (error instanceof InvalidTitleError) {
    return raised('ValueError', error.message.replace(/\.$/, ''));
  }
  const unknownParent = error instanceof InvalidInputError && error.field === 'parentSessionId';
  if (unknownParent || error instanceof SessionNotFoundError) {
    return raised('IntegrityError', 'FOREIGN KEY constraint failed');
  }
  if (error instanceof InvalidInputError && error.message.includes('already bound to topic')) {
    return raised('ValueError', 'session is already linked to another Telegram topic');
  }
  return error;
}

function raised(type: string, message: string): ReferenceError {
  return new ReferenceError(type, message);
}
