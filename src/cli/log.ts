import type { LogEntry } from '../server/index.js';

/**
 * Writes a line of the log to stderr: faults always, requests only where `HERMES_GRAPHQL_LOG` is
 * `requests`. What a line may hold, the server decides; none holds content.
 */
export function writeLog(entry: LogEntry): void {
  if (entry.event === 'request' && process.env['HERMES_GRAPHQL_LOG'] !== 'requests') return;
  process.stderr.write(`${JSON.stringify(entry)}\n`);
}
