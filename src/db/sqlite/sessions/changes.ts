import { InvalidInputError } from '../../../domain/errors.js';
import type { SessionRow } from '../../../domain/session.js';
import { storableJson, storableTextOrNull } from '../../../domain/storable.js';
import type { SessionChanges } from '../../../domain/writes.js';
import { textOrNull } from '../decode.js';
import type { Bindable } from '../driver.js';
import { withStoredMarks } from '../newer/marks.js';
import { dropUnusedPrompts, promptColumns, promptHashes } from '../newer/prompts.js';
import type { Tx } from '../sql.js';
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
export type SessionFlag = 'archived' | 'pinned';

/**
 * Puts sessions away, pins them, or takes it back. All or none.
 *
 * @throws SessionNotFoundError, InvalidInputError when the file has no such column
 */
export function flagSessions(
  tx: Tx,
  flag: SessionFlag,
  sessionIds: readonly string[],
  value: boolean,
): { sessions: SessionRow[] } {
  const { sessions } = tx.layout();
  if (!sessions.has(flag)) {
    throw new InvalidInputError(
      flag,
      `This store's file cannot mark sessions as ${flag}; files of newer Hermes versions can.`,
    );
  }
  const values: Record<string, Bindable> = { [flag]: value ? 1 : 0 };
  if (flag === 'archived' && sessions.has('auto_archived')) values['auto_archived'] = 0;
  const found = sessionIds.map((id) => existingSession(tx, id));
  for (const { id } of found) update(tx, id, values);
  return { sessions: found.map(({ id }) => existingSession(tx, id)) };
}
