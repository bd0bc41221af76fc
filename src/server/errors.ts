/** The server could not start. The message is one sentence for the person at the terminal. */
export class ServerStartError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** An option holds a value that can mean nothing. */
export class InvalidOptionError extends ServerStartError {}

/** Other machines could reach the server and nothing would ask them for a token. */
export class UnguardedHostError extends ServerStartError {
  constructor(readonly host: string) {
    super(
      `Serving on ${JSON.stringify(host)} without a token would open every transcript to the network. ` +
        'Leave out --no-auth, or bind 127.0.0.1.',
    );
  }
}

/** Another program listens on the port already. */
export class PortInUseError extends ServerStartError {
  constructor(
    readonly host: string,
    readonly port: number,
  ) {
    super(
      `Port ${port} on ${host} is already in use. ` +
        'Stop the program that uses it, or choose another port with --port.',
    );
  }
}

/** The operating system refused the address for another reason. */
export class ListenError extends ServerStartError {}
