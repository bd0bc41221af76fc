import { expect, test } from 'vitest';
import { describeReach } from '../../src/cli/listening.js';
import { localUrl, parseHost } from '../../src/server/hosts.js';

const reach = (host: string, ...allowHost: string[]) =>
  describeReach({ host, port: 4000, auth: true, allowHost }, 4000);

test.each([
  ['box.local', 'http://box.local:4000'],
  ['box.local:8080', 'http://box.local:8080'],
  ['192.168.1.5', 'http://192.168.1.5:4000'],
  ['::', 'http://[::]:4000'],
  ['::1', 'http://[::1]:4000'],
  ['fe80::1', 'http://[fe80::1]:4000'],
  ['FE80::1', 'http://[fe80::1]:4000'],
  ['::ffff:192.168.1.5', 'http://[::ffff:192.168.1.5]:4000'],
  ['[fe80::1]', 'http://[fe80::1]:4000'],
  ['[fe80::1]:8080', 'http://[fe80::1]:8080'],
])('under the name %s the network finds it at %s', (name, url) => {
  expect(reach('0.0.0.0', name)).toBe(`The network reaches it too, at ${url}.`);
  expect(parseHost(url.slice('http://'.length))).not.toBeNull();
  expect(new URL(url).protocol).toBe('http:');
});

test('each name has its link', () => {
  expect(reach('::', 'fe80::1', 'box.local:80')).toBe(
    'The network reaches it too, at http://[fe80::1]:4000, http://box.local:80.',
  );
});

test.each(['127.0.0.1', '::1', 'localhost', '127.8.8.8'])(
  'nothing is said of a network that does not reach %s',
  (host) => {
    expect(reach(host, 'fe80::1')).toBeNull();
  },
);

test.each(['0.0.0.0', '::', 'fe80::1'])(
  'bound to %s without names, it says how to add one',
  (host) => {
    expect(reach(host)).toBe(
      'The network reaches it too, on port 4000; for it to answer to another name or address of this machine, add --allow-host NAME.',
    );
  },
);

test.each([
  ['fe80::1', 'http://[fe80::1]:4000'],
  ['::', 'http://[::1]:4000'],
  ['::1', 'http://[::1]:4000'],
])('the link of a server that is bound to %s is %s', (host, url) => {
  expect(localUrl(host, 4000)).toBe(url);
});
