import { InvalidOptionError } from './errors.js';
import { isNamedHost, type HostPort, type Hosts } from './hosts.js';

/**
 * Reads one `--allow-origin` value into the form in which browsers send an origin.
 * Throws InvalidOptionError for anything else, `*` and `null` too: each origin must be named.
 */
export function parseAllowedOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const bare = url !== null && url.host !== '' && url.pathname.replace('/', '') === '';
  if (url === null || !bare || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new InvalidOptionError(
      `${JSON.stringify(text)} is no origin. Write it like "http://localhost:5173".`,
    );
  }
  return `${url.protocol}//${url.host}`;
}

/**
 * Whether `origin` is the page that we serve ourselves under the host the request asked for.
 * The host must have passed the allow-list. `localhost` does not count for `127.0.0.1`: the two
 * can be different programs. Over https only a name that the user gave can be ours (a proxy).
 */
export function isOwnOrigin(origin: string, asked: HostPort, hosts: Hosts): boolean {
  const address = asked.port === null ? asked.name : `${asked.name}:${asked.port}`;
  const given = origin.toLowerCase();
  return (
    given === `http://${address}` || (given === `https://${address}` && isNamedHost(asked, hosts))
  );
}
