import { InvalidArgumentError, Option, type Command } from 'commander';
import { isLoopback, parseAllowedHost } from '../server/hosts.js';

/** Where and for whom a server listens; shared by every command that serves. */
export interface ListenOptions {
  host: string;
  port: number;
  token?: string;
  /** False with `--no-auth`. */
  auth: boolean;
  allowOrigin?: string[];
  allowHost?: string[];
}

/** The options of every command that serves. */
export function listenOptions(command: Command): Command {
  const collect = (value: string, before: string[] = []) => [...before, value];
  return command
    .option('--host <address>', 'address to bind', '127.0.0.1')
    .addOption(
      new Option('--port <number>', 'port to bind; 0 picks a free one')
        .default(4000)
        .argParser(parsePort),
    )
    .option(
      '--token <token>',
      'the token to ask for; one is made and kept by default. HERMES_GRAPHQL_TOKEN sets it too, and is not seen in the list of processes',
    )
    .addOption(new Option('--no-auth', 'ask for no token; on loopback only').conflicts('token'))
    .option('--allow-origin <origin>', 'another site that may ask; repeatable', collect)
    .option('--allow-host <name>', 'another name this server answers to; repeatable', collect);
}

/**
 * What to say of a server that other machines reach; null where none does.
 *
 * @throws InvalidOptionError for an `--allow-host` that is no host; such a server does not start
 */
export function describeReach(
  { host, allowHost = [] }: ListenOptions,
  port: number,
): string | null {
  if (isLoopback(host)) return null;
  const names = allowHost.map((text) => {
    const named = parseAllowedHost(text);
    return `http://${named.name}:${named.port ?? port}`;
  });
  return names.length > 0
    ? `The network reaches it too, at ${names.join(', ')}.`
    : `The network reaches it too, on port ${port}; for it to answer to another name or address of this machine, add --allow-host NAME.`;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}
