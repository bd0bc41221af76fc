import { InvalidInputError } from '../../../domain/errors.js';
import type { SessionRow } from '../../../domain/session.js';
import { storableJson, storableTextOrNull } from '../../../domain/storable.js';
import type { SessionChanges } from '../../../domain/writes.js';
import { textOrNull } from '../decode.js';
import type { Bindable } from '../driver.js';
import { withStoredMarks } from '../newer/marks.js';
import { dropUnusedPrompts, promptColumns, promptHashes } from '../newer/prompts.js';
import type { Tx } from '../sql.js';
import { sessionsByIds } from './lists.js';
import { existingSession, update } from './rows.js';

/**
 * Changes model, system prompt and model config of a session.
 *
 * @throws SessionNotFoundError, InvalidInputError
 */
export function updateSession(tx: Tx, changes: SessionChanges): { session: SessionRow } {
  const { sessionId, model, systemPrompt, modelConfig } = changes;
  existingSession(tx, sessionId);
  const usedPrompts = systemPrompt === undefined ? [] : promptHashes(tx, [sessionId]);
  update(tx, sessionId, {
    ...(model === undefined ? {} : { model: storableTextOrNull('model', model) }),
    ...(systemPrompt === undefined
      ? {}
      : promptColumns(tx, storableTextOrNull('systemPrompt', systemPrompt))),
    ...(modelConfig === undefined
      ? {}
      : { model_config: configColumn(tx, sessionId, modelConfig) }),
  });
  dropUnusedPrompts(tx, usedPrompts);
  return { session: existingSession(tx, sessionId) };
}

function configColumn(
  tx: Tx,
  sessionId: string,
  config: Exclude<SessionChanges['modelConfig'], undefined>,
): string | null {
  const row = tx.get('SELECT model_config FROM sessions WHERE id = ?', sessionId);
  return storableJson('modelConfig', withStoredMarks(textOrNull(row?.['model_config']), config));
}

/** What newer files mark on a session; older ones have no such columns. */
type SessionFlag = 'archived' | 'pinned';

/**
 * Puts sessions away, or takes them back: one answer for each id, null where there is no session.
 *
 * @throws InvalidInputError when the file has no such column
 */
export function archiveSessions(
  tx: Tx,
  sessionIds: readonly string[],
  archived: boolean,
): { sessions: (SessionRow | null)[] } {
  assertFlag(tx, 'archived');
  for (const session of sessionsByIds(tx, sessionIds)) {
    if (session !== null) flag(tx, session.id, 'archived', archived);
  }
  return { sessions: sessionsByIds(tx, sessionIds) };
}

/**
 * Pins a session, or lets it go.
 *
 * @throws SessionNotFoundError, InvalidInputError when the file has no such column
 */
export function pinSession(tx: Tx, sessionId: string, pinned: boolean): { session: SessionRow } {
  existingSession(tx, sessionId);
  flag(tx, sessionId, 'pinned', pinned);
  return { session: existingSession(tx, sessionId) };
}

function flag(tx: Tx, sessionId: string, name: SessionFlag, value: boolean): void {
  assertFlag(tx, name);
  const values: Record<string, Bindable> = { [name]: value ? 1 : 0 };
  if (name === 'archived' && tx.layout().sessions.has('auto_archived')) values['auto_archived'] = 0;
  update(tx, sessionId, values);
}

function assertFlag(tx: Tx, name: SessionFlag): void {
  if (tx.layout().sessions.has(name)) return;
  throw new InvalidInputError(
    name,
    `This store's file cannot mark sessions as ${name}; files of newer Hermes versions can.`,
  );
}
