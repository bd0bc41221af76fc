import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BadUserInputError } from '../../../src/domain/errors.js';
import type { SearchFilter, SearchHit, SearchOrder } from '../../../src/domain/search.js';
import { insertRow } from '../../support/rows.js';
import { hits, searchFile, type SearchFile } from './support.js';

interface Call {
  query: string;
  args: {
    source_filter?: string[];
    exclude_sources?: string[];
    role_filter?: string[];
    limit?: number;
    offset?: number;
    sort?: string | null;
  };
  result: { id: number; snippet: string | null }[];
  ids: number[];
}

const golden: {
  seed: Record<'sessions' | 'messages', Record<string, string | number | null>[]>;
  calls: Call[];
} = JSON.parse(readFileSync(new URL('../../fixtures/golden/search.json', import.meta.url), 'utf8'));

const REFUSED = 'BAD_USER_INPUT';

/** Queries whose hits differ from the reference's on purpose, whatever their arguments. */
const OTHER_HITS: Readonly<Record<string, { ids: number[] | typeof REFUSED; why: string }>> = {
  'name=webapp': { ids: [3], why: 'punctuation is no syntax: the reference fails to parse it' },
  'key=value': { ids: [25], why: 'punctuation is no syntax' },
  '50%': { ids: [25], why: 'punctuation is no syntax' },
  'c#': { ids: [25], why: 'punctuation is no syntax' },
  'content:docker': { ids: [], why: 'a colon names no column; no text says "content docker"' },
  '？': { ids: [8], why: 'punctuation alone is looked for as it stands' },
  '数据库*': { ids: [19, 17], why: 'an asterisk behind Chinese is a prefix, not a character' },
  数据库: { ids: [19, 17], why: 'message 17 says 数据库 too, written as \\u6570… in its JSON' },
  'not 数据库': { ids: [19, 17], why: 'message 17 says 数据库 too' },
  '广西 桂林': {
    ids: [10],
    why: 'words beside each other must all occur, also short Chinese ones',
  },
  '部署 docker': { ids: [14], why: 'words beside each other must all occur' },
  '完成 100%': { ids: [19], why: 'words beside each other must all occur' },
  '部署流程 ab': { ids: [], why: 'no word is dropped because it is short: no text says "ab"' },
  '': { ids: REFUSED, why: 'nothing to look for' },
  '""': { ids: REFUSED, why: 'nothing to look for' },
  '***': { ids: REFUSED, why: 'nothing to look for' },
};

/** Snippets that differ from the reference's on purpose, by query pattern and message. */
const OTHER_SNIPPETS: readonly { ids: number[]; snippet: RegExp; why: string }[] = [
  {
    ids: [3],
    snippet: /^(>>>)?terminal(<<<)? \{"command": "/,
    why: 'tool calls as text, no raw JSON',
  },
  {
    ids: [17],
    snippet: /^what is in this screenshot of .*\n\[image\]$/,
    why: 'no raw multimodal JSON',
  },
  { ids: [18], snippet: /^\[image\]$/, why: 'no raw multimodal JSON' },
  {
    ids: [19],
    snippet: /^(?!.*数据库工具)/,
    why: 'the tool name is shown only where it alone matches',
  },
  { ids: [8, 9, 10, 11, 12, 14], snippet: />>>.+<<</, why: 'short Chinese words are marked too' },
];

function orderOf(sort: string | null | undefined): SearchOrder {
  const wanted = (sort ?? '').trim().toLowerCase();
  return wanted === 'newest' ? 'NEWEST' : wanted === 'oldest' ? 'OLDEST' : 'RELEVANCE';
}

function ours(file: SearchFile, { query, args }: Call): SearchHit[] {
  const filter: SearchFilter = {
    sources: args.source_filter ?? null,
    excludeSources: args.exclude_sources ?? null,
    // The reference takes an empty list of roles for none given; to ours no role passes it.
    roles: args.role_filter?.length === 0 ? null : (args.role_filter ?? null),
  };
  const all = hits(file, query, filter, orderOf(args.sort));
  const start = args.offset ?? 0;
  const limit = args.limit ?? -1;
  return all.slice(start, limit < 0 ? undefined : start + limit);
}

/** Ours order by message id where the reference orders by time, and message 23 has an early time. */
function inOrderOfIds(ids: readonly number[], order: SearchOrder): number[] {
  if (order === 'RELEVANCE') return [...ids];
  return [...ids].sort((a, b) => (order === 'NEWEST' ? b - a : a - b));
}

describe('the reference’s searches', () => {
  let file: SearchFile | null = null;
  const seeded = () =>
    (file ??= searchFile(
      (db) => {
        for (const table of ['sessions', 'messages'] as const) {
          for (const row of golden.seed[table]) insertRow(db, table, row);
        }
      },
      { after: () => undefined },
    ));

  it.each(
    golden.calls.map(
      (call) => [`${JSON.stringify(call.query)} ${JSON.stringify(call.args)}`, call] as const,
    ),
  )('%s', (_, call) => {
    const other = OTHER_HITS[call.query];
    if (other?.ids === REFUSED) {
      expect(() => ours(seeded(), call)).toThrow(BadUserInputError);
      return;
    }
    const found = ours(seeded(), call);
    const expected = other?.ids ?? inOrderOfIds(call.ids, orderOf(call.args.sort));
    expect(found.map(({ message }) => message.id)).toEqual(expected);
    for (const { message, snippet, fragments } of found) {
      expect(
        fragments.map(({ text, matched }) => (matched ? `>>>${text}<<<` : text)).join(''),
      ).toBe(snippet);
      const theirs = call.result.find(({ id }) => id === message.id)?.snippet;
      if (theirs == null || theirs.trimEnd() === snippet) continue;
      const reasons = OTHER_SNIPPETS.filter(({ ids }) => ids.includes(message.id));
      expect(
        reasons.some((one) => one.snippet.test(snippet)),
        snippet,
      ).toBe(true);
    }
  });

  it('has no difference listed that is none', () => {
    for (const call of golden.calls) {
      const other = OTHER_HITS[call.query];
      if (other !== undefined) expect(call.ids, call.query).not.toEqual(other.ids);
    }
  });
});
