import type { ServerResponse } from 'node:http';
import { send } from './answer.js';
import type { Exchange } from './exchange.js';

/** Lets a page of this origin, which the guard has let in, read the answer. It sends no cookies. */
export function allowOrigin(res: ServerResponse, origin: string): void {
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Expose-Headers', 'Retry-After');
  res.setHeader('Vary', 'Origin');
}

/** Answers the browser's question before a request of an allowed origin. */
export function sendPreflight(exchange: Exchange): null {
  return send(exchange, 204, {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Hermes-Graphql',
    'Access-Control-Max-Age': '600',
  });
}
