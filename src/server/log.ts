import { fileURLToPath } from 'node:url';
import type { Exchange } from './exchange.js';

/** What the server answers under a path; the path itself may hold what a person wrote. */
export type Route = 'root' | 'graphql' | 'health' | 'ready' | 'unknown';

/** One line of the log. None holds a token, a variable, a query, content, or a path of the machine. */
export type LogEntry = RequestEntry | FaultEntry;

/** A request was answered, or its client left. */
export interface RequestEntry {
  event: 'request';
  method: string;
  route: Route;
  /** 0 when the client left before it had an answer. */
  status: number;
  /** From the first line read to the last byte handed over. */
  durationMs: number;
  /** The GraphQL operation that ran, if one did. */
  operation?: { type: string; name: string | null };
  /** The codes of the errors in the answer. */
  codes: string[];
}

/** Something failed that should not have; the client was told no more than that. */
export interface FaultEntry {
  event: 'fault';
  errorClass: string;
  code: string | null;
  /** Where in our own code, nearest first: `src/schema/session.ts:10:3`. */
  frames: string[];
}

/** The log's line for an exchange that has ended. */
export function requestEntry(
  { req, res, route, operation, codes }: Exchange,
  durationMs: number,
): RequestEntry {
  const { method = '' } = req;
  const rounded = Math.round(durationMs * 10) / 10;
  const base = {
    event: 'request',
    method,
    route,
    status: res.headersSent ? res.statusCode : 0,
  } as const;
  return { ...base, durationMs: rounded, ...(operation && { operation }), codes };
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FRAME = /^\s+at (?:.*\()?(?:file:\/\/)?(\/[^()]*|[A-Za-z]:[^()]*):(\d+):(\d+)\)?$/;

/** Reduces a thrown value to what may be logged: its class, its code, and places in our own code. */
export function describeFault(error: unknown): FaultEntry {
  if (!(error instanceof Error)) {
    return { event: 'fault', errorClass: typeof error, code: null, frames: [] };
  }
  const code = 'code' in error ? error.code : null;
  return {
    event: 'fault',
    errorClass: /^\w{1,60}$/.test(error.constructor.name) ? error.constructor.name : 'Error',
    code: typeof code === 'string' ? safeCode(code) : null,
    frames: ownFrames(error),
  };
}

/** An error code as it may be logged: null unless it looks like one. */
export function safeCode(code: string): string | null {
  return /^[A-Z][A-Z0-9_]{0,60}$/.test(code) ? code : null;
}

function ownFrames({ stack = '', message }: Error): string[] {
  // The stack begins with the message, which can hold anything, lines that look like frames too.
  const end = stack.indexOf(message);
  const places = end < 0 ? '' : stack.slice(end + message.length);
  return places.split('\n').flatMap((line) => {
    const [, file, row, column] = FRAME.exec(line) ?? [];
    const own = file?.startsWith(ROOT) === true && !file.includes('node_modules');
    return own ? [`${file.slice(ROOT.length)}:${row}:${column}`] : [];
  });
}
