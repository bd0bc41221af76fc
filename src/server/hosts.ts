import { BlockList, isIP } from 'node:net';
import { InvalidOptionError, UnguardedHostError } from './errors.js';

/** A host name with its port; the port is null where none was written. */
export interface HostPort {
  name: string;
  port: number | null;
}

/** The addresses that the server answers to. */
export interface Hosts {
  /** The address that was bound. */
  host: string;
  port: number;
  /** Further names that the user trusts. Without a port a name goes with any port. */
  allowed: readonly HostPort[];
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether only this machine can reach the address `host` that a server is bound to. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** Throws UnguardedHostError where other machines could come in and no token is asked for. */
export function assertGuarded(host: string, hasToken: boolean): void {
  if (!hasToken && !isLoopback(host)) throw new UnguardedHostError(host);
}

/** Reads `name`, `name:port`, `[v6]` or `[v6]:port` as a Host header has it; null if it is neither. */
export function parseHost(text: string): HostPort | null {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\*]+)(?::(\d{1,5}))?$/i.exec(text);
  if (match?.[1] === undefined) return null;
  return { name: match[1].toLowerCase(), port: match[2] === undefined ? null : Number(match[2]) };
}

/** Reads one `--allow-host` value; a bare IPv6 address is taken too. Throws InvalidOptionError. */
export function parseAllowedHost(text: string): HostPort {
  const parsed = parseHost(isIP(text) === 6 ? `[${text}]` : text);
  if (parsed === null) {
    throw new InvalidOptionError(
      `${JSON.stringify(text)} is no host name. Write it like "box.local" or "box.local:4000".`,
    );
  }
  return parsed;
}

/** A host name or address as it stands in a URL: IPv6 in brackets. */
function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host.toLowerCase();
}

/** The base URL for a browser on this machine, without a slash at the end. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${bracketed(reachable)}:${port}`;
}

/**
 * Whether a request may come in under this name. A foreign name that a page's owner points at
 * 127.0.0.1 must not, or any web page could read the answers as its own.
 */
export function isHostAllowed(asked: HostPort, hosts: Hosts): boolean {
  // Browsers leave out the port that the scheme implies.
  const ownPort = asked.port === hosts.port || (asked.port === null && hosts.port === 80);
  const own = ['127.0.0.1', 'localhost', '[::1]', bracketed(hosts.host)].includes(asked.name);
  return (own && ownPort) || isNamedHost(asked, hosts);
}

/** Whether the user named this host, as for a proxy in front or a name of the local network. */
export function isNamedHost(asked: HostPort, hosts: Hosts): boolean {
  return hosts.allowed.some(
    ({ name, port }) => name === asked.name && (port === null || port === asked.port),
  );
}
