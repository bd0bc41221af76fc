import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { InvalidOptionError } from './errors.js';
import type { Headers, Pass } from './guard.js';

/** The lock of the door: knows the token, and says whether a request may come in. */
export interface Gate {
  /** Whether the request bears the token, or the cookie that the ready link set. */
  opensFor(headers: Headers, from: Pass['from']): boolean;
  /** Whether this is the token, as the ready link has it. */
  isToken(text: string): boolean;
  /** The Set-Cookie value for a browser that came by the ready link. */
  cookie: string;
}

/** Throws InvalidOptionError for a token that no header could carry. */
export function assertUsableToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw new InvalidOptionError(
    token === ''
      ? 'The token is empty. Leave out --token to have one made.'
      : 'The token may hold visible ASCII characters only, and no blanks.',
  );
}

/**
 * Makes the gate for one token and port. Browsers send a host's cookies to all of its ports: so the
 * port is in the cookie's name, and its value is derived from the token, which it does not reveal.
 */
export function createGate(token: string, port: number): Gate {
  const name = `hermes-graphql-${port}`;
  const value = createHmac('sha256', token).update(`cookie of port ${port}`).digest('base64url');
  const isToken = matcher(token);
  const isCookie = matcher(value);
  return {
    isToken,
    opensFor(headers, from) {
      const bearer = /^Bearer +(\S+)$/i.exec(headers['authorization']?.[0] ?? '')?.[1];
      if (bearer !== undefined) return isToken(bearer);
      // A site that may ask must bring the token: a cookie comes along without its doing.
      return from !== 'allowed' && cookies(headers, name).some(isCookie);
    },
    cookie: `${name}=${value}; Path=/; HttpOnly; SameSite=Strict`,
  };
}

/** Compares digests, so neither the place of the first difference nor the length shows in the time. */
function matcher(secret: string): (text: string) => boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (text) => timingSafeEqual(digest(text), expected);
}

function cookies(headers: Headers, name: string): string[] {
  return (headers['cookie'] ?? [])
    .flatMap((line) => line.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
