import { describe, expect, it } from 'vitest';
import { DEFAULT_VIEW } from '../../../src/domain/window.js';
import { golden, insertSeed, type GoldenSeed, type GoldenValue } from '../../support/golden.js';
import { ReferenceStore } from '../../support/reference-store.js';
import { openTestStore, testClock } from '../../support/store.js';

type Golden = Record<string, GoldenValue>;

interface Conversation {
  name: string;
  seed: GoldenSeed;
  session_id: string;
  include_ancestors: boolean;
  result: GoldenValue;
}

describe('a conversation for a model', () => {
  const { cases } = golden('conversation') as { cases: Conversation[] };
  /** JSON has no bytes: what the reference hands out as bytes is their text here. */
  const BYTES_AS_TEXT: Record<string, GoldenValue> = {
    'blob content': [{ role: 'user', content: 'hi\n' }],
  };

  it.each(cases)('$name', async ({ name, seed, session_id: id, include_ancestors, result }) => {
    const { store } = openTestStore({ seed: (db) => insertSeed(db, seed) });
    const [conversation] = await store.replays([id], include_ancestors);
    expect(conversation).toEqual(BYTES_AS_TEXT[name] ?? result);
  });

  it('has the cases that differences are listed for', () => {
    const names = cases.map(({ name }) => name);
    expect(Object.keys(BYTES_AS_TEXT).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('a window on a session', () => {
  interface Windows {
    seed: GoldenSeed;
    calls: { method: string; args: [string, number]; kwargs: Golden; result: Golden }[];
    get_messages_last_two: Golden[];
  }
  const { seed, calls, get_messages_last_two: lastTwo } = golden('windows') as Windows;
  const open = () => {
    const clock = testClock();
    const { store } = openTestStore({ seed: (db) => insertSeed(db, seed), clock });
    return { store, reference: new ReferenceStore(store, clock, 0) };
  };

  it.each(calls)(
    '$method $args $kwargs',
    async ({ method, args: [id, anchor], kwargs, result }) => {
      const { store, reference } = open();
      const messages = await reference.messages(id);
      const slim = (rows: readonly { id: number }[] | undefined) =>
        (rows ?? []).map((row) => {
          const {
            role,
            content,
            tool_calls: calls,
          } = messages.find(({ id }) => id === row.id) ?? {};
          return { id: row.id, role, content, ...(calls == null ? {} : { tool_calls: calls }) };
        });
      const window = Number(kwargs['window'] ?? DEFAULT_VIEW.window);
      if (method === 'get_messages_around') {
        const [around] = await store.messagesAround([{ session_id: id, id: anchor }], window);
        expect({
          window: slim(around?.messages),
          messages_before: around?.before ?? 0,
          messages_after: around?.after ?? 0,
        }).toEqual(result);
        return;
      }
      const roles = kwargs['keep_roles'];
      const view = await store.anchoredView(id, anchor, {
        window,
        bookend: Number(kwargs['bookend'] ?? DEFAULT_VIEW.bookend),
        roles: roles === undefined ? DEFAULT_VIEW.roles : (roles as string[] | null),
      });
      expect({
        window: slim(view?.messages),
        messages_before: view?.before ?? 0,
        messages_after: view?.after ?? 0,
        bookend_start: slim(view?.start),
        bookend_end: slim(view?.end),
      }).toEqual(result);
    },
  );

  it('reads whole messages as the reference does', async () => {
    const messages = await open().reference.messages('w');
    expect(messages.slice(-2)).toEqual(lastTwo);
  });
});

describe('an export', () => {
  const file = golden('export') as Record<string, Golden[]> & { export_session_a: Golden };
  const { messages, ...session } = file.export_session_a;
  /** The file gives no seed: its rows are what it exports. */
  const seed: GoldenSeed = {
    sessions: (file['export_all'] ?? []).map(({ messages: _, last_active: __, ...row }) => row),
    messages: (file['export_all'] ?? [])
      .flatMap((row) => row['messages'] as Golden[])
      .sort((a, b) => Number(a['id']) - Number(b['id']))
      .map(rawMessage),
  };

  it('of one session has every column, content decoded and tool calls parsed', async () => {
    const clock = testClock();
    const { store } = openTestStore({ seed: (db) => insertSeed(db, seed), clock });
    const reference = new ReferenceStore(store, clock, 0);
    expect(await reference.session('a')).toEqual(session);
    expect(await reference.messages('a')).toEqual(messages);
    expect(await reference.session('missing')).toBeNull();
  });

  it.each([
    ['export_all', {}],
    ['export_all_cli', { sources: ['cli'] }],
    ['export_all_nope', { sources: ['nope'] }],
  ])('%s is ordered by last activity', async (name, filter) => {
    const clock = testClock();
    const { store } = openTestStore({ seed: (db) => insertSeed(db, seed), clock });
    const reference = new ReferenceStore(store, clock, 0);
    const page = await store.sessionPage(
      filter,
      { field: 'LAST_ACTIVE_AT', direction: 'DESC' },
      { limit: 100, fromEnd: false, after: null, before: null },
    );
    const exported = [];
    for (const { row } of page.items) {
      const last_active = (await store.lastActive([row.id]))[0];
      const rows = await reference.messages(row.id);
      exported.push({ ...(await reference.session(row.id)), last_active, messages: rows });
    }
    expect(exported).toEqual(file[name]);
  });
});

/** A message as the file holds it, from how it was exported. */
function rawMessage(message: Golden): Golden {
  const { content = null, tool_calls: calls = null, ...row } = message;
  const isStructured = content !== null && typeof content === 'object';
  return {
    ...row,
    content: isStructured ? `\u0000json:${JSON.stringify(content)}` : content,
    tool_calls: calls === null ? null : JSON.stringify(calls),
  };
}
