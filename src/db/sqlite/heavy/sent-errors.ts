import {
  BadUserInputError,
  HermesError,
  SearchIndexDamagedError,
  SearchTimeoutError,
  SessionNotFoundError,
  StoreBusyError,
  StoreCorruptError,
  StoreReplacedError,
  StoreUnusableError,
} from '../../../domain/errors.js';

/** An error as it travels between processes. */
export interface SentError {
  /** Of an expected failure its code; null for a fault of ours. */
  code: string | null;
  message: string;
  stack: string | undefined;
  /** What the error's class keeps beside the message. */
  detail: string | number | null;
}

const CLASSES: Readonly<Record<string, (sent: SentError) => HermesError>> = {
  BAD_USER_INPUT: ({ message }) => new BadUserInputError(message),
  SEARCH_TIMEOUT: ({ message }) => new SearchTimeoutError(message),
  STORE_UNUSABLE: ({ message }) => new StoreUnusableError(message),
  STORE_CORRUPT: () => new StoreCorruptError(),
  STORE_REPLACED: () => new StoreReplacedError(),
  SEARCH_INDEX_DAMAGED: () => new SearchIndexDamagedError(),
  STORE_BUSY: ({ detail }) => new StoreBusyError(Number(detail), 'read'),
  SESSION_NOT_FOUND: ({ detail }) => new SessionNotFoundError(String(detail)),
};

/** Any error as plain data. */
export function sendError(error: unknown): SentError {
  if (!(error instanceof Error)) {
    return { code: null, message: String(error), stack: undefined, detail: null };
  }
  return {
    code: error instanceof HermesError ? error.code : null,
    message: error.message,
    stack: error.stack,
    detail: detailOf(error),
  };
}

/** The error that was sent: of its own class where it is an expected failure. */
export function receiveError(sent: SentError): Error {
  const known = sent.code === null ? undefined : CLASSES[sent.code];
  if (known !== undefined) return known(sent);
  const error = new Error(sent.message);
  if (sent.stack !== undefined) error.stack = sent.stack;
  return error;
}

function detailOf(error: Error): string | number | null {
  if (error instanceof StoreBusyError) return error.waitedMs;
  return error instanceof SessionNotFoundError ? error.sessionId : null;
}
