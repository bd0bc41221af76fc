import type { IncomingMessage, RequestListener } from 'node:http';
import { send, sendRefusal, setCommonHeaders } from './answer.js';
import type { Gate } from './auth.js';
import { BodyCutOffError } from './body.js';
import { allowOrigin, sendPreflight } from './cors.js';
import type { Exchange, Exchanges } from './exchange.js';
import { admit, wantsPage, type Door, type Pass, type Visit } from './guard.js';
import { sendHealth } from './health.js';
import {
  internalError,
  methodNotAllowed,
  notFound,
  unauthenticated,
  type Refusal,
} from './refusal.js';
import type { Route } from './log.js';

/** Everything that requests meet, in the order in which they meet it. */
interface House {
  door: Door;
  /** The gate as it is now; null where no token is asked for. */
  gate(): Gate | null;
  exchanges: Exchanges;
  graphql(exchange: Exchange, pass: Pass): Promise<Refusal | null>;
  graphiql(exchange: Exchange): Promise<null>;
  readiness(exchange: Exchange, mayKnow: boolean): Promise<null>;
  /** Told of what should not have been thrown. */
  fault(error: unknown): void;
}

const ROUTES: ReadonlyMap<string, Route> = new Map([
  ['/', 'root'],
  ['/graphql', 'graphql'],
  ['/health', 'health'],
  ['/ready', 'ready'],
]);

/** Makes the listener for every request: guard, then token, then route. It never throws. */
export function createHandler(house: House): RequestListener {
  return (req, res) => {
    const exchange = house.exchanges.open(req, res);
    setCommonHeaders(res);
    const visit = visitOf(req);
    void answer(exchange, visit, house)
      .catch((error: unknown) => {
        if (error instanceof BodyCutOffError || exchange.signal.aborted) return null;
        house.fault(error);
        return internalError();
      })
      .then((refusal) => {
        if (refusal !== null) sendRefusal(exchange, refusal, wantsPage(visit));
      });
  };
}

function visitOf(req: IncomingMessage): Visit {
  return { method: req.method ?? '', target: req.url ?? '', headers: req.headersDistinct };
}

/** Answers a request; a Refusal that comes back is still to be sent. */
async function answer(exchange: Exchange, visit: Visit, house: House): Promise<Refusal | null> {
  const { method, headers } = visit;
  const pass = admit(visit, house.door);
  if ('status' in pass) return pass;

  const route = ROUTES.get(pass.path) ?? 'unknown';
  exchange.route = route;
  if (pass.from === 'allowed') {
    allowOrigin(exchange.res, headers['origin']?.[0] ?? '');
    if (method === 'OPTIONS') return sendPreflight(exchange);
  }
  const gate = house.gate();
  const mayEnter = gate === null || gate.opensFor(headers, pass.from);
  if (method === 'GET' && followLink(exchange, pass, gate, mayEnter)) return null;
  const open = route === 'health' || route === 'ready';
  if (!mayEnter && !open) return unauthenticated();

  const methods = route === 'graphql' ? ['GET', 'POST'] : ['GET', 'HEAD'];
  if (!methods.includes(method)) return methodNotAllowed(methods);
  switch (route) {
    case 'health':
      return sendHealth(exchange);
    case 'ready':
      return house.readiness(exchange, mayEnter);
    case 'root':
      return redirect(exchange, '/graphql');
    case 'graphql':
      return wantsPage(visit) ? house.graphiql(exchange) : house.graphql(exchange, pass);
    case 'unknown':
      return notFound();
  }
}

/**
 * The ready link, `/?token=…` or `/graphql?token=…`: sets the cookie and leads to the same page with
 * the token out of the address. Answers whether it did so; a wrong token is left to the refusal.
 */
function followLink(
  exchange: Exchange,
  { path, query }: Pass,
  gate: Gate | null,
  mayEnter: boolean,
): boolean {
  const token = query.get('token');
  if (token === null || (exchange.route !== 'root' && exchange.route !== 'graphql')) return false;
  const isRight = gate?.isToken(token) ?? false;
  if (!isRight && !mayEnter) return false;
  const rest = new URLSearchParams(query);
  rest.delete('token');
  const location = rest.size === 0 ? path : `${path}?${rest.toString()}`;
  redirect(exchange, location, isRight && gate !== null ? { 'Set-Cookie': gate.cookie } : {});
  return true;
}

function redirect(
  exchange: Exchange,
  location: string,
  headers: Readonly<Record<string, string>> = {},
): null {
  return send(exchange, 303, { Location: location, ...headers });
}
