import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ListenOptions } from '../../src/cli/listening.js';
import { listenFirst, serve } from '../../src/cli/serving.js';
import { StoreCorruptError, StoreUnusableError } from '../../src/domain/errors.js';
import { PortInUseError } from '../../src/server/index.js';
import { post, startStub } from '../server/stub.js';
import { openTestStore } from '../support/store.js';

const OPTIONS: ListenOptions = { host: '127.0.0.1', port: 0, auth: true };
const KEPT = 'a-token-of-an-earlier-start';

let folder: string;
let file: string;

beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'hermes-token-'));
  vi.stubEnv('XDG_CONFIG_HOME', home);
  vi.stubEnv('HERMES_GRAPHQL_TOKEN', '');
  folder = join(home, 'hermes-graphql');
  file = join(folder, 'token');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  });
});

const filesLeft = () => (existsSync(folder) ? readdirSync(folder) : []);

function keep(token: string) {
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  return statSync(file);
}

/** A store whose state cannot be read. */
function unreadable() {
  const { store } = openTestStore();
  return { ...store, status: () => Promise.reject(new StoreCorruptError()) };
}

const REFUSED: readonly [string, () => Promise<unknown>, new (...given: never[]) => Error][] = [
  [
    'a port that is in use',
    async () => serve({ ...OPTIONS, port: (await startStub()).port }, () => openTestStore().store),
    PortInUseError,
  ],
  [
    'a store that cannot be served',
    () =>
      serve(OPTIONS, () => {
        throw new StoreUnusableError('It is no store.');
      }),
    StoreUnusableError,
  ],
  [
    'a store that is not opened in the end',
    () => serve(OPTIONS, () => Promise.reject(new StoreUnusableError('It was not migrated.'))),
    StoreUnusableError,
  ],
  ['a store that cannot say how it is', () => serve(OPTIONS, unreadable), StoreCorruptError],
];

describe.each(REFUSED)('a start that is refused for %s', (_, start, failure) => {
  test('keeps no new token', async () => {
    await expect(start()).rejects.toThrow(failure);
    expect(filesLeft()).toEqual([]);
  });

  test('leaves the token of an earlier start as it is', async () => {
    const before = keep(KEPT);
    await expect(start()).rejects.toThrow(failure);
    expect(filesLeft()).toEqual(['token']);
    expect(readFileSync(file, 'utf8')).toBe(`${KEPT}\n`);
    expect(statSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });

  test('leaves the token that another start makes meanwhile', async () => {
    const other = openTestStore();
    const served = await serve(OPTIONS, async () => {
      await expect(start()).rejects.toThrow(failure);
      return other.store;
    });
    onTestFinished(() => served.server.close());
    await expect(start()).rejects.toThrow(failure);
    expect(served.server.link).toContain(readFileSync(file, 'utf8').trim());
  });
});

describe('a start that succeeds', () => {
  const statusOf = async (server: Parameters<typeof post>[0], token: string) =>
    (await post(server, '{ __typename }', { headers: { authorization: `Bearer ${token}` } }))
      .status;

  test('keeps the token that it asks for, and names it in the link', async () => {
    const { server } = await serve(OPTIONS, () => {
      expect(filesLeft()).toEqual([]);
      return openTestStore().store;
    });
    onTestFinished(() => server.close());
    const token = readFileSync(file, 'utf8').trim();
    expect(server.link).toBe(`${server.url}/?token=${token}`);
    expect(await statusOf(server, token)).toBe(200);
    expect(await statusOf(server, `${token}x`)).toBe(401);
  });

  test('beside another first start asks for the same token', async () => {
    const inner: { link: string }[] = [];
    const outer = await serve(OPTIONS, async () => {
      const { server } = await serve(OPTIONS, () => openTestStore().store);
      onTestFinished(() => server.close());
      inner.push(server);
      return openTestStore().store;
    });
    onTestFinished(() => outer.server.close());
    const token = readFileSync(file, 'utf8').trim();
    expect(inner[0]?.link).toContain(`?token=${token}`);
    expect(outer.server.link).toContain(`?token=${token}`);
    expect(await statusOf(outer.server, token)).toBe(200);
  });

  test('with a kept token opens the door to it while the store is still being opened', async () => {
    keep(KEPT);
    const waiting = await listenFirst(OPTIONS);
    onTestFinished(() => waiting.server.close());
    expect(await statusOf(waiting.server, KEPT)).toBe(503);
    await waiting.admit(openTestStore().store);
    expect(await statusOf(waiting.server, KEPT)).toBe(200);
  });
});

test('a folder that can hold no token refuses the start before a store is made', async () => {
  writeFileSync(folder, '');
  const open = vi.fn();
  await expect(serve(OPTIONS, open)).rejects.toThrow(/^Cannot keep the access token in .*: E\w+\./);
  expect(open).not.toHaveBeenCalled();
});
