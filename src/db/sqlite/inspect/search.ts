import { SqliteError } from '../driver.js';
import type { FullTextIndex, LayoutFamily } from '../layout.js';
import { missingRows, orphanedRows, staleRows } from '../migrations/index-rows.js';
import { readNeeds } from '../migrations/needs.js';
import { countRows } from '../search/indexes.js';
import { rebuildMarks } from '../search/rebuild-marks.js';
import { FULL_TEXT_TABLES, type FullTextTable } from '../tables.js';
import {
  counted,
  cureOfSearch,
  finding,
  HERMES_REBUILDS,
  REPAIR_SEARCH,
  type Finding,
  type Look,
} from './finding.js';

/** Whether the search indexes are there, kept current, and hold the messages. */
export function search(look: Look): Finding[] {
  const findings = FULL_TEXT_TABLES.flatMap((table) => unusable(look, table));
  if (findings.length > 0) return findings;
  if (look.layout.family === 'current') return FULL_TEXT_TABLES.flatMap((t) => own(look, t));
  return [look.layout.words, look.layout.trigrams]
    .filter((index) => index !== null)
    .flatMap((index) => foreign(look, index))
    .concat(markers(look));
}

/** An index of our own form: compared with the messages, row by row. */
function own({ sql }: Look, table: FullTextTable): Finding[] {
  const needs = readNeeds(sql);
  const name = called(table);
  if (needs.rebuild.includes(table)) {
    const what = `${name} is missing or of an older form, so searches miss messages.`;
    return [finding('problem', 'no-index', what, REPAIR_SEARCH)];
  }
  const findings: Finding[] = [];
  if (needs.triggers.includes(table)) {
    const what = `${name} is not kept current: one of its triggers is missing or another one.`;
    findings.push(finding('problem', 'missing-triggers', what, REPAIR_SEARCH));
  }
  const missing = missingRows(sql, table);
  const wrong = orphanedRows(sql, table) + staleRows(sql, table);
  if (missing > 0) {
    const what = `${name} lacks ${counted(missing, 'message', 'messages')}.`;
    findings.push(finding('problem', 'index-lacks-rows', what, REPAIR_SEARCH));
  }
  if (wrong > 0) {
    const what = `${name} holds ${counted(wrong, 'row', 'rows')} of other text than the messages.`;
    findings.push(finding('problem', 'index-holds-others', what, REPAIR_SEARCH));
  }
  return findings;
}

/** An index of another form: whether it is kept current, and holds anything at all. */
function foreign({ sql, layout }: Look, index: FullTextIndex): Finding[] {
  const advice = cureOfSearch(layout.family);
  if (!index.hasTriggers) {
    const what = `${called(index.table)} is not kept current: triggers are missing.`;
    return [finding('problem', 'missing-triggers', what, advice)];
  }
  const empty = sql.get(`SELECT 1 FROM ${index.table}_docsize LIMIT 1`) === undefined;
  if (!empty || sql.get("SELECT 1 FROM messages WHERE role <> 'tool' LIMIT 1") === undefined) {
    return [];
  }
  const what = `${called(index.table)} is empty, although there are messages.`;
  return [finding('problem', 'empty-index', what, advice)];
}

/** What a newer Hermes notes about its indexes. */
function markers({ sql, layout }: Look): Finding[] {
  const { stale, pending } = rebuildMarks(sql);
  const findings: Finding[] = [];
  if (pending !== null) {
    const waiting = countRows(sql, pending, Number.MAX_SAFE_INTEGER);
    findings.push(
      finding(
        'note',
        'pending-rebuild',
        `Hermes is rebuilding its search indexes, and ${counted(waiting, 'message waits', 'messages wait')}. Searches scan those meanwhile.`,
        'Let Hermes run until it has finished.',
      ),
    );
  }
  if (stale) {
    const what = 'Hermes has detached its search indexes after damage, so searches scan the text.';
    findings.push(finding('warning', 'indexes-detached', what, HERMES_REBUILDS));
  }
  if ([...layout.tables].some((name) => name.startsWith('fts_v22_trash_'))) {
    const what = 'Hermes was interrupted while it rewrote its search indexes; old ones are left.';
    findings.push(finding('note', 'interrupted-optimise', what, HERMES_REBUILDS));
  }
  return findings;
}

/** An index that SQLite cannot open here, because a tokenizer is missing or its tables are broken. */
function unusable({ sql, layout }: Look, table: string): Finding[] {
  const names = table === FULL_TEXT_TABLES[0] ? [table, 'messages_fts_cjk'] : [table];
  return names
    .filter((name) => layout.tables.has(name))
    .flatMap((name) => {
      try {
        sql.all(`SELECT rowid FROM ${name} WHERE ${name} MATCH 'a' LIMIT 1`);
        return [];
      } catch (error) {
        if (!(error instanceof SqliteError)) throw error;
        return [cannotOpen(name, error.message, layout.family)];
      }
    });
}

function cannotOpen(table: string, message: string, family: LayoutFamily): Finding {
  const tokenizer = /no such tokenizer: (\w+)/.exec(message)?.[1];
  if (tokenizer === undefined) {
    const what = `${called(table)} cannot be used by SQLite: searches scan the text, and writing may fail.`;
    return finding('problem', 'index-unusable', what, cureOfSearch(family));
  }
  return finding(
    'warning',
    'missing-tokenizer',
    `${called(table)} needs the tokenizer "${tokenizer}", which only Hermes brings, so the store is served for reading only.`,
    'Nothing is wrong with the store: let Hermes do the writing.',
  );
}

function called(table: string): string {
  const names = new Map([
    ['messages_fts', 'The index of words'],
    ['messages_fts_trigram', 'The index of three-character runs'],
  ]);
  return names.get(table) ?? `The index ${table}`;
}
