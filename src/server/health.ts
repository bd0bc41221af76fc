import type { Exchange } from './exchange.js';
import { sendJson } from './answer.js';

/** Whether the store can be asked; the reason is for people. */
export type Readiness = { ready: true } | { ready: false; reason: string };

/** A store that does not answer within this time is not ready. */
const PATIENCE_MS = 5_000;

/** `GET /health`: the process is alive. */
export function sendHealth(exchange: Exchange): null {
  return sendJson(exchange, 200, { status: 'ok' });
}

/**
 * `GET /ready`: 200, or 503 with the reason. Only who may ask the API learns the reason, and never
 * a path of the machine. `fault` is told what `check` threw.
 */
export async function sendReadiness(
  exchange: Exchange,
  check: () => Promise<Readiness>,
  mayKnow: boolean,
  fault: (error: unknown) => void,
): Promise<null> {
  const state = await inTime(check, PATIENCE_MS).catch((error: unknown): Readiness => {
    fault(error);
    return { ready: false, reason: 'The store cannot be asked.' };
  });
  if (state.ready) return sendJson(exchange, 200, { status: 'ready' });
  const reason = mayKnow ? { reason: withoutPaths(state.reason) } : {};
  return sendJson(exchange, 503, { status: 'unavailable', ...reason });
}

/** Replaces every word, and every quoted text, that could be a path of this machine. */
export function withoutPaths(text: string): string {
  return text.replace(/(["'`])(?:(?!\1).)*[/\\](?:(?!\1).)*\1|\S*[/\\]\S*/g, '…');
}

async function inTime(check: () => Promise<Readiness>, patienceMs: number): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Readiness>((resolve) => {
    const answer = {
      ready: false,
      reason: `The store did not answer for ${patienceMs} ms.`,
    } as const;
    timer = setTimeout(() => resolve(answer), patienceMs);
  });
  try {
    return await Promise.race([check(), late]);
  } finally {
    clearTimeout(timer);
  }
}
