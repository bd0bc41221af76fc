import { migrate } from '../../../../dist/db/sqlite/migrations/migrate.js';

// Migrates the store named first, and ends as `kill -9` does before the statement whose number comes
// second. Without a number it prints all statements, each cut to its first line, as JSON.
const [path, last] = process.argv.slice(2);
const statements = [];
await migrate(path, {
  observe: (sql) => {
    statements.push(sql.split('\n')[0]);
    if (statements.length === Number(last)) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(JSON.stringify(statements));
