import type { SearchStatus, StoreStatus } from '../db/store.js';
import { builder } from './builder.js';

const StoreSearch = builder.objectRef<SearchStatus>('StoreSearch').implement({
  description: 'How searches are answered in this file.',
  fields: (t) => ({
    words: t.exposeBoolean('words', { description: 'Whether words are found through an index.' }),
    trigrams: t.exposeBoolean('trigrams', {
      description: 'Whether runs of three characters, as of Chinese, are found through an index.',
    }),
    pendingRows: t.expose('pendingRows', {
      type: 'SafeInt',
      description: 'Messages that Hermes has still to put into its index; they are scanned.',
    }),
    problem: t.exposeString('problem', {
      nullable: true,
      description:
        'What is wrong with an index, and how searches are answered instead. Null when nothing is.',
    }),
  }),
});

const Store = builder.objectRef<StoreStatus>('Store').implement({
  description: 'The file that is served, and how it stands.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Where the file is, links followed.' }),
    schemaVersion: t.exposeInt('schemaVersion', {
      nullable: true,
      description: 'Version of Hermes’ schema, 1 to 31 so far. Null when the file does not say.',
    }),
    sqliteVersion: t.exposeString('sqliteVersion', { description: 'Version of SQLite in use.' }),
    layout: t.exposeString('layout', { description: 'Which rules the file follows, in words.' }),
    journalMode: t.exposeString('journalMode', { description: '`wal` or another of SQLite’s.' }),
    writable: t.exposeBoolean('writable', { description: 'Whether mutations are carried out.' }),
    readOnlyReason: t.exposeString('readOnlyReason', {
      nullable: true,
      description: 'Why mutations are refused. Null when they are not.',
    }),
    fileBytes: t.expose('fileBytes', { type: 'SafeInt', description: 'Size of the file.' }),
    walBytes: t.expose('walBytes', {
      type: 'SafeInt',
      description: 'Size of its write-ahead log; 0 when there is none.',
    }),
    sessionCount: t.expose('sessionCount', {
      type: 'SafeInt',
      description: 'Sessions in the file.',
    }),
    messageCount: t.expose('messageCount', {
      type: 'SafeInt',
      description: 'Messages in the file, undone and compacted ones too.',
    }),
    search: t.expose('search', { type: StoreSearch, description: 'How searches are answered.' }),
  }),
});

builder.queryFields((t) => ({
  store: t.field({
    type: Store,
    description: 'The file that is served: what it is, how large, and whether it may be written.',
    resolve: (_root, _args, { store }) => store.status(),
  }),
  meta: t.string({
    nullable: true,
    description: 'A value of the store’s key-value table; null when the key is not there.',
    args: { key: t.arg.string({ required: true, description: 'The key.' }) },
    resolve: (_root, { key }, { store }) => store.meta(key),
  }),
}));
