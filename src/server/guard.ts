import { isHostAllowed, parseHost, type HostPort, type Hosts } from './hosts.js';
import { isOwnOrigin } from './origins.js';
import { badRequest, forbidden, misdirected, notJson, type Refusal } from './refusal.js';

/** Header values by lower-case name, each as often as it was sent. */
export type Headers = Readonly<Record<string, readonly string[] | undefined>>;

/** A request before anything of it is parsed. */
export interface Visit {
  method: string;
  /** The request target as it stood in the first line. */
  target: string;
  headers: Headers;
}

/** Who may come in. */
export interface Door extends Hosts {
  /** Origins of other sites that may ask, as browsers send them. */
  allowOrigins: readonly string[];
}

/** A request that the guard lets through. */
export interface Pass {
  path: string;
  query: URLSearchParams;
  /** Who asks, as the browser says: nobody in particular, our own page, or an allowed site. */
  from: 'nobody' | 'own' | 'allowed';
}

const SENT_ONCE = ['host', 'origin', 'content-type', 'content-length', 'authorization'];

/** A page cannot send these to another site unless we agree to it in a preflight. */
const NEVER_SIMPLE = [
  'authorization',
  'x-hermes-graphql',
  'x-graphql-yoga-csrf',
  'apollo-require-preflight',
  'x-requested-with',
];

/**
 * Decides over a request from its first line and headers alone: a Pass, or the Refusal to answer
 * with. It keeps web pages of other sites out: foreign host names (DNS rebinding), foreign origins,
 * and every request that a form, an image or a link could send.
 */
export function admit(visit: Visit, door: Door): Pass | Refusal {
  const twice = SENT_ONCE.find((name) => (visit.headers[name]?.length ?? 0) > 1);
  if (twice !== undefined) return badRequest(`The header ${twice} was sent more than once.`);

  const host = first(visit, 'host');
  const asked = host === undefined ? null : parseHost(host);
  if (asked === null || !isHostAllowed(asked, door)) return misdirected(host);

  const url = readTarget(visit.target);
  if (url === null) return badRequest('The request target is no path.');
  if (url.host !== null && !isHostAllowed(url.host, door)) return misdirected(url.host.name);

  const from = readOrigin(visit, url.host ?? asked, door);
  if (typeof from !== 'string') return from;
  return refuseSite(visit, from) ?? refuseForm(visit, url) ?? { ...url, from };
}

/** Whether a browser wants a page to look at. A query in its address is shown and never run. */
export function wantsPage({ method, headers }: Visit): boolean {
  return method === 'GET' && (headers['accept'] ?? []).some((value) => value.includes('text/html'));
}

function first({ headers }: Visit, name: string): string | undefined {
  return headers[name]?.[0];
}

function readTarget(
  target: string,
): { host: HostPort | null; path: string; query: URLSearchParams } | null {
  if (target === '*') return { host: null, path: '*', query: new URLSearchParams() };
  const authority = /^https?:\/\/([^/?#]*)/i.exec(target);
  // A path with two slashes in front must stay a path, so the base is written before it.
  const text = authority === null ? `http://localhost${target}` : target;
  if ((authority === null && !target.startsWith('/')) || !URL.canParse(text)) return null;
  const host = authority === null ? null : parseHost(authority[1] ?? '');
  if (authority !== null && host === null) return null;
  const url = new URL(text);
  return { host, path: url.pathname, query: url.searchParams };
}

function readOrigin(visit: Visit, asked: HostPort, door: Door): Pass['from'] | Refusal {
  const origin = first(visit, 'origin');
  if (origin === undefined) return 'nobody';
  if (isOwnOrigin(origin, asked, door)) return 'own';
  if (door.allowOrigins.includes(origin)) return 'allowed';
  const named = JSON.stringify(origin.slice(0, 100));
  return forbidden(
    `Pages of ${named} may not ask here. Start with --allow-origin to add an origin.`,
  );
}

function refuseSite(visit: Visit, from: Pass['from']): Refusal | null {
  const site = first(visit, 'sec-fetch-site');
  if (from === 'allowed' || (site !== 'cross-site' && site !== 'same-site')) return null;
  // Another port of this host is the same site for a browser; its links may lead here.
  const link =
    first(visit, 'sec-fetch-mode') === 'navigate' && first(visit, 'sec-fetch-dest') === 'document';
  if (site === 'same-site' && from === 'nobody' && link) return null;
  return forbidden('Another site asked for this. Paste the address into the address bar instead.');
}

function refuseForm(visit: Visit, { query }: { query: URLSearchParams }): Refusal | null {
  if (visit.method === 'POST' && !isJson(visit)) return notJson();
  const runs = visit.method !== 'POST' && query.has('query') && !wantsPage(visit);
  if (!runs || NEVER_SIMPLE.some((name) => first(visit, name) !== undefined)) return null;
  return forbidden(
    'A query in the address needs a header that a link cannot send, for instance "x-hermes-graphql: 1".',
  );
}

function isJson(visit: Visit): boolean {
  const type = /^\s*application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
  const encoding = first(visit, 'content-encoding') ?? 'identity';
  return type.test(first(visit, 'content-type') ?? '') && encoding.toLowerCase() === 'identity';
}
