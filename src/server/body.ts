import type { IncomingMessage } from 'node:http';
import { badRequest, bodyTooLarge, type Refusal } from './refusal.js';

/** The input text of a mutation may have 8 MiB; quoting and the rest of the request need more. */
export const BODY_LIMIT = 9 * 1024 * 1024;

/** The client left before it had sent its whole body; nobody waits for an answer. */
export class BodyCutOffError extends Error {}

/**
 * Reads a request body of at most `limit` bytes as UTF-8. The bytes are counted as they come in, so
 * a body without or with a false Content-Length is bounded too. Answers a Refusal for a larger body
 * and for bytes that are not UTF-8; rejects with BodyCutOffError when the client leaves.
 */
export async function readBody(
  req: IncomingMessage,
  limit = BODY_LIMIT,
): Promise<string | Refusal> {
  if (Number(req.headers['content-length'] ?? 0) > limit) return bodyTooLarge(limit);
  const bytes = await readBytes(req, limit);
  if (bytes === null) return bodyTooLarge(limit);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return badRequest('The request body is not valid UTF-8.');
  }
}

function readBytes(req: IncomingMessage, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void): void => {
      req.off('data', take).off('end', complete).off('close', leave);
      finish();
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else settle(() => resolve(null));
    };
    const complete = (): void => settle(() => resolve(Buffer.concat(chunks)));
    const leave = (): void => settle(() => reject(new BodyCutOffError()));
    req.on('data', take).on('end', complete).on('close', leave).on('error', leave);
  });
}
