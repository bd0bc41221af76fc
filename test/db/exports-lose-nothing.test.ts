import { describe, expect, it } from 'vitest';
import { exportedMessage, exportedSession } from '../../src/domain/export.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

describe('an export', () => {
  it('has every column of the file, with the prompt also where it is kept by hash', async () => {
    const { store, raw } = openTestStore({ fixture: 'versions/v31.db' });
    const columns = raw((db) =>
      db.prepare("SELECT name FROM pragma_table_info('sessions')").pluck().all(),
    );
    const [session, none] = await store.exportedSessions(['20260517_090000_a1b2c3', 'nobody']);
    expect(Object.keys(session ?? {})).toEqual(columns);
    expect(session).toMatchObject({
      system_prompt: 'You are Hermes.',
      pinned: 1,
      title: 'Fix Docker Build',
    });
    expect(none).toBeNull();
  });

  it('has compacted and undone messages too, each with its state, page by page', async () => {
    const { store, raw } = openTestStore({
      fixture: 'versions/v31.db',
      seed: (db) => {
        insertSession(db, 'a');
        insertMessage(db, 'a', 'user', 'old', { active: 0, compacted: 1 });
        insertMessage(db, 'a', 'user', 'undone', { active: 0 });
        insertMessage(db, 'a', 'user', 'now');
      },
    });
    const columns = raw((db) =>
      db.prepare("SELECT name FROM pragma_table_info('messages')").pluck().all(),
    );
    const first = await store.exportedMessages('a', 0, 2);
    const second = await store.exportedMessages('a', Number(first.at(-1)?.['id']), 2);
    const all = [...first, ...second];
    expect(all.map((row) => [row['content'], row['state']])).toEqual([
      ['old', 'COMPACTED'],
      ['undone', 'UNDONE'],
      ['now', 'ACTIVE'],
    ]);
    for (const row of all) expect(Object.keys(row)).toEqual([...(columns as string[]), 'state']);
  });

  it('reads bytes, broken JSON and NUL without failing', async () => {
    const { store } = openTestStore({
      seed: (db) => {
        insertSession(db, 'a', { title: Buffer.from('bytes') });
        insertMessage(db, 'a', 'user', Buffer.from([0x68, 0xc3]), { tool_calls: '{"id"' });
        insertMessage(db, 'a', 'user', '\u0000json:[{"type":"text","text":"é"}]', {
          tool_calls: '',
        });
        insertMessage(db, 'a', 'user', '\u0000json:{broken', { tool_calls: '[{"id":"1"}]' });
      },
    });
    const [session] = await store.exportedSessions(['a']);
    expect(session && exportedSession(session)).toMatchObject({ id: 'a', title: 'bytes' });
    const rows = await store.exportedMessages('a', 0, 10);
    const cells = rows.map(exportedMessage).map((row) => [row['content'], row['tool_calls']]);
    expect(cells).toEqual([
      ['h\ufffd', []],
      [[{ type: 'text', text: 'é' }], ''],
      ['\u0000json:{broken', [{ id: '1' }]],
    ]);
  });
});

describe('on files that keep undone and compacted messages', () => {
  const open = () => {
    const ids: Record<string, number> = {};
    const { store } = openTestStore({
      fixture: 'versions/v31.db',
      seed: (db) => {
        insertSession(db, 'a');
        ids['old'] = insertMessage(db, 'a', 'user', 'old', { active: 0, compacted: 1 });
        ids['undone'] = insertMessage(db, 'a', 'user', 'undone', { active: 0 });
        ids['first'] = insertMessage(db, 'a', 'user', 'first');
        ids['second'] = insertMessage(db, 'a', 'assistant', 'second');
      },
    });
    const around = async (name: string) => {
      const key = { session_id: 'a', id: ids[name] ?? 0 };
      const [window] = await store.messagesAround([key], 5);
      return window?.messages.map(({ content }) => content);
    };
    return { store, around };
  };

  it('a replay has what is still part of the conversation', async () => {
    const { store } = open();
    expect(await store.replays(['a'], false)).toEqual([
      [
        { role: 'user', content: 'first' },
        { role: 'assistant', content: 'second' },
      ],
    ]);
    expect(await store.replays(['nobody'], true)).toEqual([[]]);
  });

  it('a window shows the live messages, and around another one those in its state too', async () => {
    const { around } = open();
    expect(await around('first')).toEqual(['first', 'second']);
    expect(await around('old')).toEqual(['old', 'first', 'second']);
    expect(await around('undone')).toEqual(['undone', 'first', 'second']);
  });
});

it('a window of no message of the session is none', async () => {
  const { store, raw } = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const other = raw((db) => {
    insertSession(db, 'b');
    return insertMessage(db, 'b', 'user', 'x');
  });
  const missing = [other, 1e15].map((id) => ({ session_id: 'a', id }));
  expect(await store.messagesAround(missing, 5)).toEqual([null, null]);
  const view = { window: 1, bookend: 1, roles: null };
  expect(await store.anchoredView('a', other, view)).toBeNull();
  const [alone] = await store.messagesAround([{ session_id: 'b', id: other }], -3);
  expect(alone?.messages).toHaveLength(1);
});
