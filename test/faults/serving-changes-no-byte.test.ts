import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask } from '../support/api.js';
import { openTestStore } from '../support/store.js';

const folder = new URL('../fixtures/databases/', import.meta.url);
const fixtures = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.db'))
  .sort();

const EVERYTHING = `{
  sessions(first: 100) { totalCount nodes { preview lastActiveAt messageCount systemPrompt tip { sessionId }
    messages(first: 100) { nodes { content toolCalls { name } } } } }
  conversations(first: 100) { totalCount nodes { title messageCount } }
  search(query: "docker") { totalCount nodes { snippet } }
  stats { sessionCount messageCount byTool(first: 5) { name } }
  store { schemaVersion search { problem } }
}`;

/** By another process: opening the file here would drop the locks that SQLite holds. */
function hash(path: string): string {
  return execFileSync('sha256sum', [path]).toString().slice(0, 64);
}

test('every recorded database is looked at', () => {
  expect(fixtures.length).toBeGreaterThan(19);
});

test.each(fixtures)(
  '%s is the same, byte for byte, after it was served read-only',
  async (name) => {
    const api = openTestStore({ fixture: name, mode: 'read-only' });
    const { path } = api;
    const before = hash(path);
    const { data, errors } = await ask(api, EVERYTHING);
    expect({ errors, answered: data !== null }).toEqual({ errors: [], answered: true });
    await api.store.close();
    expect(hash(path)).toBe(before);
  },
);
