import { runChild } from './child.js';
import { row, text } from './decode.js';

const LIMIT_MS = 30 * 60 * 1000;

/**
 * Rewrites a store without its free pages, unless a process other than this one has it open.
 *
 * @returns why it was not done, as the end of a sentence; null when it was
 */
export async function vacuumStore(path: string): Promise<string | null> {
  const result = await runChild('vacuum-child.js', [path, String(process.pid)], LIMIT_MS);
  if (result.answer === undefined) return 'its process ended before it was done.';
  const answer = row(result.answer);
  return answer['ok'] === true ? null : `${text(answer['reason'])}.`;
}
