import { createHash } from 'node:crypto';
import { text } from '../decode.js';
import type { Bindable } from '../driver.js';
import type { Layout } from '../layout.js';
import type { Sql, Tx } from '../sql.js';

/**
 * The columns that store a session's system prompt. Newer files keep each prompt once, in a table of
 * its own under the SHA-256 of its text; there a hash always wins over the session's own column, so
 * both are written.
 */
export function promptColumns(tx: Tx, prompt: string | null): Record<string, Bindable> {
  if (!keepsPromptsByHash(tx.layout())) return { system_prompt: prompt };
  if (prompt === null) return { system_prompt: null, system_prompt_hash: null };
  const hash = createHash('sha256').update(prompt).digest('hex');
  tx.run(
    'INSERT INTO system_prompts (hash, prompt) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING',
    hash,
    prompt,
  );
  return { system_prompt: null, system_prompt_hash: hash };
}

/** The hashes of the prompts that these sessions use, each once. */
export function promptHashes(sql: Sql, sessionIds: readonly string[]): string[] {
  if (!keepsPromptsByHash(sql.layout())) return [];
  return sql
    .all(
      `SELECT DISTINCT system_prompt_hash AS hash FROM sessions
       WHERE id IN (SELECT value FROM json_each(?)) AND system_prompt_hash IS NOT NULL`,
      JSON.stringify(sessionIds),
    )
    .map((row) => text(row['hash']));
}

/** Removes those of these prompts that no session uses any more. */
export function dropUnusedPrompts(tx: Tx, hashes: readonly string[]): void {
  if (hashes.length === 0) return;
  tx.run(
    `DELETE FROM system_prompts WHERE hash IN (SELECT value FROM json_each(?))
     AND NOT EXISTS (SELECT 1 FROM sessions AS s WHERE s.system_prompt_hash = system_prompts.hash)`,
    JSON.stringify(hashes),
  );
}

function keepsPromptsByHash(layout: Layout): boolean {
  return layout.tables.has('system_prompts') && layout.sessions.has('system_prompt_hash');
}
