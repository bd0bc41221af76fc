import process from 'node:process';
import { openSqliteStore } from '../../../dist/db/sqlite/index.js';

/**
 * Appends messages until there are enough: `append.js <store> <session> <label> <from> <to> [keys]`.
 * Says `ready`, then a line for each number that is in the store, as `<number> <message id>`; with
 * `keys`, each append carries an idempotency key made of label and number.
 */
const [path = '', sessionId = '', label = '', from, to, keys] = process.argv.slice(2);
const store = openSqliteStore({ path });
process.stdout.write('ready\n');
for (let number = Number(from); number < Number(to); number += 1) {
  const { message } = await store.appendMessage({
    sessionId,
    role: 'user',
    content: `${label} ${number}`,
    toolCalls: [{ id: `call_${number}` }],
    idempotencyKey: keys === undefined ? null : `${label}-${number}`,
  });
  process.stdout.write(`${number} ${message.id}\n`);
}
await store.close();
