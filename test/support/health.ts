import type Database from 'better-sqlite3';

/** What SQLite's own checks find wrong with a store and its full-text indexes; of a good one, nothing. */
export function findDamage(db: Database.Database): string[] {
  const found = [
    ...db.prepare('PRAGMA integrity_check').pluck().all(),
    ...db
      .prepare('PRAGMA foreign_key_check')
      .all()
      .map((row) => JSON.stringify(row)),
  ].map(String);
  const indexes = db
    .prepare("SELECT name, sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%'")
    .all() as { name: string; sql: string }[];
  for (const { name, sql } of indexes) {
    const rank = /content\s*=/.test(sql) ? ', 1' : '';
    const column = rank === '' ? '' : ', rank';
    try {
      db.prepare(`INSERT INTO ${name}(${name}${column}) VALUES ('integrity-check'${rank})`).run();
    } catch (error) {
      found.push(`${name}: ${String(error)}`);
    }
  }
  return found.filter((line) => line !== 'ok');
}

/**
 * Fills the search indexes of a copied fixture anew. Fixtures were written by an older SQLite, which
 * read structured content differently: to the one that runs here their indexes look damaged.
 */
export function rebuildIndexes(db: Database.Database): void {
  for (const name of ['messages_fts', 'messages_fts_trigram']) {
    db.prepare(`INSERT INTO ${name}(${name}) VALUES ('rebuild')`).run();
  }
}
