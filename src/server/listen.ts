import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { InvalidOptionError, ListenError, PortInUseError } from './errors.js';

/** How long a client may take, in milliseconds. */
interface Timeouts {
  /** To send all headers. */
  headers: number;
  /** To send the whole request. */
  request: number;
  /** To send the next request on a connection that is kept open. */
  keepAlive: number;
  /** How often the first two are looked at. */
  check: number;
}

/** Short enough that a client that dribbles its headers cannot hold a connection for long. */
export const TIMEOUTS: Timeouts = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 5_000,
  check: 1_000,
};

/** An HTTP server that does not listen yet, and the way to end it. */
interface Listener {
  server: Server;
  /** Stops listening, then waits for what is under way, but no longer than `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Makes the server. It keeps count of its connections, so that closing finds the idle ones. */
export function createListener(timeouts = TIMEOUTS): Listener {
  const server = createServer({
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    connectionsCheckingInterval: timeouts.check,
  });
  const underWay = new Map<Socket, number>();
  const count = (socket: Socket, change: number): void => {
    const before = underWay.get(socket);
    if (before !== undefined) underWay.set(socket, before + change);
  };
  server.on('connection', (socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  server.on('request', ({ socket }, res) => {
    count(socket, 1);
    res.once('close', () => count(socket, -1));
  });
  // Node does not call a connection idle on which nothing was ever sent; browsers open such ones.
  const endIdle = (): void => {
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy();
  };
  return {
    server,
    async close(graceMs) {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      const sweep = setInterval(endIdle, 50);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        endIdle();
      });
      clearTimeout(cut);
      clearInterval(sweep);
    },
  };
}

/**
 * Begins to listen and answers the port, which the system picks when `port` is 0. Throws
 * PortInUseError, InvalidOptionError or ListenError, each with one sentence.
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InvalidOptionError(`Port ${port} is not a whole number from 0 to 65535.`);
  }
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(explain(error, host, port));
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function explain({ code = 'unknown' }: NodeJS.ErrnoException, host: string, port: number): Error {
  if (code === 'EADDRINUSE') return new PortInUseError(host, port);
  if (code === 'EACCES') {
    return new ListenError(
      `This user may not use port ${port} on ${host}. Choose one above 1023 with --port.`,
    );
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
    return new ListenError(`This machine has no address ${JSON.stringify(host)} to serve on.`);
  }
  return new ListenError(`Cannot serve on port ${port} of ${host}: ${code}.`);
}
