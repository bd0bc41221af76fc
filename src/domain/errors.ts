/**
 * Failures that are expected: each says in one sentence what happened and what to do, and crosses
 * every layer as it is. Anything else that is thrown is a fault of ours and is masked at the door.
 */
export abstract class HermesError extends Error {
  /** Stable, for programs: what a client finds in `extensions.code`. */
  abstract readonly code: string;

  override get name(): string {
    return this.constructor.name;
  }
}

/** A query argument that cannot be answered: a bad cursor, a negative page, an empty search. */
export class BadUserInputError extends HermesError {
  readonly code = 'BAD_USER_INPUT';
}

/** No session has this id. */
export class SessionNotFoundError extends HermesError {
  readonly code = 'SESSION_NOT_FOUND';
  constructor(readonly sessionId: string) {
    super(`No session ${JSON.stringify(sessionId)}.`);
  }
}

/** Another session holds the title; titles are unique over the whole store. */
export class TitleConflictError extends HermesError {
  readonly code = 'TITLE_CONFLICT';
  constructor(
    readonly title: string,
    readonly holderId: string,
  ) {
    super(
      `Title ${JSON.stringify(title)} is already in use by session ${JSON.stringify(holderId)}. Choose another, or clear that one first.`,
    );
  }
}

/** A title that no session can have, for instance one of more than 100 code points. */
export class InvalidTitleError extends HermesError {
  readonly code = 'INVALID_TITLE';
}

/** A field of a mutation's input that cannot be stored. */
export class InvalidInputError extends HermesError {
  readonly code = 'INVALID_INPUT';
  constructor(
    /** The input field, as the client named it. */
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** The store is served without writing; `reason` says why. */
export class ReadOnlyStoreError extends HermesError {
  readonly code = 'READ_ONLY_STORE';
  constructor(readonly reason: string) {
    super(`This store is read-only: ${reason}`);
  }
}

/** Another process held a lock for longer than our patience. Nothing was written, or read. */
export class StoreBusyError extends HermesError {
  readonly code = 'STORE_BUSY';
  readonly retryable = true;
  constructor(
    readonly waitedMs: number,
    readonly work: 'write' | 'read' = 'write',
  ) {
    super(
      `The store was busy for ${Math.round(waitedMs)} ms: another process ${
        work === 'write'
          ? 'holds its write lock. Nothing was written; try again.'
          : 'is at a write, or was killed in the middle of one. Nothing could be read; try again.'
      }`,
    );
  }
}

/**
 * Hermes is at work on the session: it compresses it, or an agent's turn is under way. Nothing was
 * written; the lock ends by itself.
 */
export class SessionLockedError extends HermesError {
  readonly code = 'SESSION_LOCKED';
  readonly retryable = true;
  constructor(
    readonly sessionId: string,
    /** Epoch seconds. */
    readonly expiresAt: number,
  ) {
    super(
      `Session ${JSON.stringify(sessionId)} is in use by Hermes until ${new Date(expiresAt * 1000).toISOString()} at the latest. Nothing was written; try again when its turn has ended.`,
    );
  }
}

/** The session was closed by compression: the conversation goes on in another one. */
export class SessionClosedError extends HermesError {
  readonly code = 'SESSION_CLOSED';
  constructor(
    readonly sessionId: string,
    /** The session that the conversation goes on in, null where there is none. */
    readonly continuationId: string | null,
  ) {
    super(
      `Session ${JSON.stringify(sessionId)} was closed by compression. ${
        continuationId === null
          ? 'Reopen it to write to it.'
          : `Write to its continuation ${JSON.stringify(continuationId)}.`
      }`,
    );
  }
}

/** The disk is full. Nothing was written. */
export class StoreFullError extends HermesError {
  readonly code = 'STORE_FULL';
  constructor() {
    super('The disk of the store is full. Nothing was written; free some space and try again.');
  }
}

/** SQLite found the file damaged. */
export class StoreCorruptError extends HermesError {
  readonly code = 'STORE_CORRUPT';
  constructor() {
    super(
      'The store is damaged: SQLite cannot read a part of it. Stop writing to it and run `hermes-graphql doctor`.',
    );
  }
}

/**
 * A search index does not match the messages that it holds, so that a write could not take the old
 * text out of it. Other versions of SQLite read structured content differently: this happens to
 * stores that they filled. The messages themselves are whole.
 */
export class SearchIndexDamagedError extends HermesError {
  readonly code = 'SEARCH_INDEX_DAMAGED';
  constructor() {
    super(
      'A search index of the store does not match its messages, so this could not be written. Nothing was changed, and no message is lost. Stop Hermes and this server, then run `hermes-graphql doctor --repair-search` on this file, or let Hermes rebuild the index of a newer file.',
    );
  }
}

/** The file at the store's path is another one than the file that was opened. */
export class StoreReplacedError extends HermesError {
  readonly code = 'STORE_REPLACED';
  constructor() {
    super(
      'The store file or its write-ahead log was replaced or removed while the server ran. Nothing was written, nor read from another file; restart the server to serve what is there now.',
    );
  }
}

/** The file cannot be served at all; the sentence names the file and the cure. */
export class StoreUnusableError extends HermesError {
  readonly code = 'STORE_UNUSABLE';
}

/** A search took longer than its deadline and was stopped. */
export class SearchTimeoutError extends HermesError {
  readonly code = 'SEARCH_TIMEOUT';
}

/** Statistics took longer than their deadline and were stopped. */
export class StatsTimeoutError extends HermesError {
  readonly code = 'STATS_TIMEOUT';
}

/** Too much heavy work is waiting already, or the store is still being made ready. */
export class OverloadedError extends HermesError {
  readonly code = 'OVERLOADED';
  constructor(
    readonly retryAfterSeconds: number,
    message = `The server is busy with other heavy requests. Try again in ${retryAfterSeconds} seconds.`,
  ) {
    super(message);
  }
}
