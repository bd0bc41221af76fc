/** A request that is turned away: the HTTP status, a stable code and one sentence why. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  headers?: Readonly<Record<string, string>>;
}

/** 400: the request is no HTTP that we understand. */
export function badRequest(message: string): Refusal {
  return { status: 400, code: 'BAD_REQUEST', message };
}

/** 401: no token or a wrong one. The sentence never holds what was sent. */
export function unauthenticated(): Refusal {
  return {
    status: 401,
    code: 'UNAUTHENTICATED',
    message:
      'This server wants its token. Open the link that it printed when it started, ' +
      'or send the token as "Authorization: Bearer <token>".',
    headers: { 'WWW-Authenticate': 'Bearer realm="hermes-graphql"' },
  };
}

/** 403: another site asks, or it could be one. */
export function forbidden(message: string): Refusal {
  return { status: 403, code: 'FORBIDDEN', message };
}

/** 404: nothing is served under this path. */
export function notFound(): Refusal {
  return { status: 404, code: 'NOT_FOUND', message: 'Nothing is here. The API is at /graphql.' };
}

/** 405: the path is served, but not with this method. */
export function methodNotAllowed(allowed: readonly string[]): Refusal {
  const list = allowed.join(', ');
  return {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: `Only ${list} can be used here.`,
    headers: { Allow: list },
  };
}

/** 413: the body is larger than `limit` bytes. */
export function bodyTooLarge(limit: number): Refusal {
  return {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: `The request body is larger than ${limit} bytes.`,
  };
}

/** 415: only JSON is read, since a form of any web page can send the other types. */
export function notJson(): Refusal {
  return {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Send the request as "Content-Type: application/json", in UTF-8 and not compressed.',
    headers: { 'Accept-Post': 'application/json' },
  };
}

/** 421: the name that the request was sent to is not ours. */
export function misdirected(host: string | undefined): Refusal {
  const asked =
    host === undefined ? 'a request without a host' : JSON.stringify(host.slice(0, 100));
  return {
    status: 421,
    code: 'MISDIRECTED_REQUEST',
    message: `This server does not answer to ${asked}. Start it with --allow-host to add a name.`,
  };
}

/** 500: something failed that should not have; the log has it, the client learns no more. */
export function internalError(): Refusal {
  return { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Unexpected error.' };
}
