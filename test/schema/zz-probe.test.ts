import { test } from 'vitest';
import { openDoor } from '../support/door.js';
import { insertSession, openTestStore } from '../support/store.js';
const id = (s: string) => Buffer.from(s).toString('base64url');
test('probe', async () => {
  const api = openTestStore({ seed: (db) => { insertSession(db, 'a'); } });
  const door = await openDoor(api);
  const show = async (q: string, v = {}) => { const a = await door(q, v); console.log(q.slice(0,100), JSON.stringify(v).slice(0,100), a.status, a.codes, a.messages.map(m=>m.slice(0,200)), JSON.stringify(a.data)?.slice(0,200)); };
  for (const s of ['Foo:1', 'Query:1', 'Session', 'Store:1', 'Session:nope', 'Message:abc', 'Message:', 'Message:1e999', 'Message:9007199254740993', ':', '', 'Session:', 'PageInfo:1','__Type:1','String:1','Node:1','SessionFilter:1','UserError:1', 'constructor:1','__proto__:1','toString:x'])
    await show('query($id: ID!) { node(id: $id) { id __typename } }', { id: id(s) });
  for (const s of ['', '!!!', 'a', '💥', '5', 'x'.repeat(100000)])
    await show('query($id: ID!) { node(id: $id) { id } }', { id: s });
  await show('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: Array.from({length: 40000}, (_, n) => id(`Session:s${n}`)) });
  await show('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [id('Session:a'), id('Foo:1')] });
  await show('{ node(id: 5) { id } }');
  for (const a of ['first: -1','first: 201','first: 0','first: 2147483647','first: 2147483648','first: 1.5','first: "1"','last:-1','first:1,last:1','first:0,last:0','after:""','after:"x"','before:"!!!"','first: null','first:null,last:null', 'last: 0'])
    await show(`{ sessions(${a}) { nodes { sessionId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`);
  for (const a of ['first: -1','first: 1001','first: 0','first: null'])
    await show(`{ session(sessionId:"a") { children(${a}) { id } descendants(${a}) {id} } sessionsByPrefix(prefix: "a", ${a}) { id } }`);
  for (const a of ['window: -1','window: 201','window: 0','window: null'])
    await show(`{ session(sessionId:"a") { messagesAround(messageId: 1, ${a}) { before } } }`);
  await show(`{ session(sessionId:"a") { messagesAround(messageId: 9007199254740993) { before } } }`);
  await show(`{ session(sessionId:"a") { messagesAround(messageId: -1) { before } } }`);
  const enc = (v: unknown) => Buffer.from(JSON.stringify(v)).toString('base64url');
  for (const c of [['sessions:STARTED_AT:DESC'], ['sessions:STARTED_AT:DESC', 1], ['sessions:STARTED_AT:DESC', null], ['sessions:STARTED_AT:DESC', 'x', 'y'], ['sessions:STARTED_AT:DESC', 1, 2], ['sessions:STARTED_AT:DESC', 1, 'a', 'b'], ['sessions:STARTED_AT:ASC', 1, 'a'], ['conversations:STARTED_AT:DESC',1,'a'], ['message-id', 1], ['sessions:STARTED_AT:DESC', 1e308, null]])
    await show('query($c: String) { sessions(after: $c) { totalCount nodes { sessionId } } }', { c: enc(c) });
  for (const c of [['message-id', 'x'], ['message-id', null], ['message-id', 1.5], ['message-id', 1, 2]])
    await show('query($c: String) { session(sessionId: "a") { messages(after: $c) { totalCount nodes { messageId } } } }', { c: enc(c) });
  for (const f of ['startedAt:{from:"garbage"}','startedAt:{from:"2026-01-01T00:00:00Z",until:"2025-01-01T00:00:00Z"}','messageCount:{min:5,max:1}','messageCount:{min:9007199254740993}','costUsd:{min:1e400}','costUsd:{min:1e308}','status:NOPE','sources:[null]','sources:[]','sessionIds:[]', 'titleContains:"\\u0000"', 'startedAt:{from:"9999-12-31T23:59:59Z"}','startedAt:{from:"0000-01-01T00:00:00Z"}', 'startedAt:{from:"+275760-09-13T00:00:00Z"}'])
    await show(`{ sessions(filter: { ${f} }) { totalCount nodes { sessionId } } }`);
  await show('{ session(sessionId: "\\u0000") { id } sessionsByPrefix(prefix: "\\u0000") { id } resolveTitle(title: "\\u0000") { id } nextTitle(title: "\\u0000") meta(key: "\\u0000") }');
  await show('query($t: String!) { session(sessionId: $t) { id } sessionsByPrefix(prefix: $t) { id } resolveTitle(title: $t) { id } nextTitle(title: $t) meta(key: $t) }', { t: '\ud800' });
  await show('query($t: String!) { sessionsByPrefix(prefix: $t) { id } }', { t: '%'.repeat(100000) });
  await show('query($t: String!) { nextTitle(title: $t) }', { t: '%'.repeat(100000) });
  await show('query($t: String!) { sessions(filter: { titleContains: $t }) { totalCount } }', { t: '%'.repeat(100000) });
}, 60000);
