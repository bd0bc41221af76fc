import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from './exchange.js';
import { safeCode } from './log.js';
import type { Refusal } from './refusal.js';

/** How long a client that was answered early may go on sending its body. */
const LINGER_MS = 2_000;

/** Nothing that we answer may be kept, framed, sniffed for another type, or named in a Referer. */
const ALWAYS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Sets the headers that every answer has. */
export function setCommonHeaders(res: ServerResponse): void {
  for (const [name, value] of Object.entries(ALWAYS)) res.setHeader(name, value);
}

/**
 * Answers with a whole body; a client that has left by then gets nothing. Returns null, as everything
 * that answers does: there is no Refusal left to send.
 */
export function send(
  { req, res }: Exchange,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
): null {
  if (res.headersSent || res.destroyed) return null;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (status !== 204) res.setHeader('Content-Length', Buffer.byteLength(body));
  res.statusCode = status;
  res.end(body);
  dropRest(req);
  return null;
}

/** Answers with JSON. */
export function sendJson(exchange: Exchange, status: number, value: unknown): null {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  return send(exchange, status, headers, JSON.stringify(value));
}

/** Turns a request away: as a small page for a browser, else as JSON in the form of GraphQL errors. */
export function sendRefusal(exchange: Exchange, refusal: Refusal, asPage: boolean): void {
  const { status, code, message, headers = {} } = refusal;
  const known = safeCode(code);
  if (known !== null) exchange.codes.push(known);
  const body = asPage
    ? pageOf(message)
    : JSON.stringify({ errors: [{ message, extensions: { code } }] });
  const type = asPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  send(exchange, status, { 'Content-Type': type, ...headers }, body);
}

function pageOf(message: string): string {
  const text = message.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>hermes-graphql</title>
<h1>hermes-graphql</h1>
<p>${text}</p>
</html>
`;
}

/** Reads on to where the next request would begin, but not for long: the answer is out already. */
function dropRest(req: IncomingMessage): void {
  if (req.complete) return;
  req.resume();
  const timer = setTimeout(() => req.destroy(), LINGER_MS).unref();
  req.once('close', () => clearTimeout(timer));
}
