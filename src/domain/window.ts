import type { MessageRow } from './message.js';

/** Messages on both sides of one, in the order of ids, and how many there are before and after it. */
export interface MessageWindow {
  messages: MessageRow[];
  before: number;
  after: number;
}

/**
 * A window of which only some messages are shown (`before` and `after` count all), with the first
 * and the last messages of the session that lie outside of it.
 */
export interface AnchoredView extends MessageWindow {
  start: MessageRow[];
  end: MessageRow[];
}

/** How large a view around a message is, and which roles it shows; null shows all. */
export interface ViewSize {
  /** Messages on each side. */
  window: number;
  /** Messages from the session's start and end. */
  bookend: number;
  roles: readonly string[] | null;
}

export const DEFAULT_VIEW: ViewSize = { window: 5, bookend: 3, roles: ['user', 'assistant'] };
