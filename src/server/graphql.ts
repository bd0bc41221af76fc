import type { GraphQLParams } from 'graphql-yoga';
import { send } from './answer.js';
import { readBody } from './body.js';
import type { Exchange } from './exchange.js';
import type { Pass } from './guard.js';
import { describeFault } from './log.js';
import { paramsOfAddress, paramsOfBody } from './params.js';
import type { Refusal } from './refusal.js';
import { pump } from './stream.js';
import { createAnswerer, type Engine } from './yoga.js';

/** The headers of Yoga's answers that are about the content; the others are ours to set. */
const KEPT_HEADERS = ['content-type', 'allow', 'accept', 'retry-after'];

/**
 * Makes the answer to POST and GET on `/graphql`, for requests that the guard has let in. It answers
 * a Refusal for a body that cannot be read, and null when it has sent its answer.
 */
export function createGraphql<Context extends object>(
  engine: Engine<Context>,
): (exchange: Exchange, pass: Pass) => Promise<Refusal | null> {
  const answer = createAnswerer(engine);
  return async (exchange, { query }) => {
    const { req, res, signal } = exchange;
    const { method = '' } = req;
    const body = method === 'POST' ? await readBody(req) : null;
    if (body !== null && typeof body !== 'string') return body;
    const read = (): GraphQLParams => (body === null ? paramsOfAddress(query) : paramsOfBody(body));
    const accept = req.headers.accept ?? '*/*';
    const response = await answer({ method, accept, exchange, read });
    const kept = KEPT_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    if (response.body === null || !isStream(response)) {
      send(exchange, response.status, Object.fromEntries(kept), await response.text());
      return null;
    }
    res.writeHead(response.status, Object.fromEntries(kept));
    exchange.becomeStream();
    const broken = await pump(response.body, res, signal);
    if (broken !== null && !signal.aborted) engine.report(describeFault(broken));
    return null;
  };
}

function isStream(response: Response): boolean {
  return /^(text\/event-stream|multipart\/mixed)/.test(response.headers.get('content-type') ?? '');
}
