import Database from 'better-sqlite3';
import { createStore } from '../../../dist/db/sqlite/create.js';

// Makes a store at a path, and ends as `kill -9` does before the statement with a number. Without a
// number it makes one and prints how many statements that took.
const [path, last] = process.argv.slice(2);
let count = 0;
for (const name of ['exec', 'pragma', 'prepare', 'close']) {
  const original = Database.prototype[name];
  Database.prototype[name] = function (...args) {
    count += 1;
    if (count === Number(last)) process.kill(process.pid, 'SIGKILL');
    return original.apply(this, args);
  };
}
createStore(path);
console.log(count);
