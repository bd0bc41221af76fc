import { describe, expect, it } from 'vitest';
import { generateStore, type SessionSeed } from '../../../src/cli/demo/generate.js';

const { sessions, messages } = generateStore({ seed: 1, now: 1_790_000_000, sessions: 600 });
const byId = new Map(sessions.map((row) => [row.id, row]));
const pairs = sessions.flatMap((child) => {
  const parent = byId.get(child.parent_session_id ?? '');
  return parent ? [{ parent, child }] : [];
});
const after = ({ parent, child }: (typeof pairs)[number]) =>
  parent.ended_at !== null && child.started_at >= parent.ended_at;
const continuations = pairs.filter(
  (pair) => pair.parent.end_reason === 'compression' && after(pair),
);
const branches = pairs.filter((pair) => pair.parent.end_reason === 'branched' && after(pair));
const delegates = pairs.filter((pair) => !after(pair));
const rowsOf = (session: SessionSeed) => messages.filter((row) => row.session_id === session.id);
const number = (title: string) => Number(/ #(\d+)$/.exec(title)?.[1] ?? 1);
const base = (title: string) => title.replace(/ #\d+$/, '');

describe('lineages', () => {
  it('are continuations, branches or delegates, and no parent is missing', () => {
    const children = sessions.filter((row) => row.parent_session_id !== null);
    expect(pairs).toHaveLength(children.length);
    expect(continuations.length + branches.length + delegates.length).toBe(children.length);
    for (const kind of [continuations, branches, delegates]) {
      expect(kind.length).toBeGreaterThan(10);
    }
  });

  it('put parents before children', () => {
    const place = new Map(sessions.map((row, index) => [row.id, index]));
    for (const { parent, child } of pairs) {
      expect(place.get(parent.id)).toBeLessThan(place.get(child.id) ?? -1);
    }
  });

  it('give every session that was compressed or branched exactly one successor', () => {
    const split = sessions.filter((row) => /^(compression|branched)$/.test(row.end_reason ?? ''));
    const parents = [...continuations, ...branches].map(({ parent }) => parent.id);
    expect(parents.sort()).toEqual(split.map((row) => row.id).sort());
  });

  it('number titles along a lineage and leave the root its own', () => {
    for (const { parent, child } of [...continuations, ...branches]) {
      if (parent.title === null) {
        expect(child.title).toBeNull();
      } else {
        expect(base(child.title ?? '')).toBe(base(parent.title));
        expect(number(child.title ?? '')).toBe(number(parent.title) + 1);
      }
    }
    for (const row of sessions) {
      if (row.title !== null && row.parent_session_id === null) expect(number(row.title)).toBe(1);
    }
  });
});

describe('continuations', () => {
  it('keep source, model and configuration, and lose the user', () => {
    for (const { parent, child } of continuations) {
      expect(child.source).toBe(parent.source);
      expect(child.model).toBe(parent.model);
      expect(child.model_config).toBe(parent.model_config);
      expect(child.user_id).toBeNull();
    }
  });

  it('begin with a summary of what came before', () => {
    for (const { child } of continuations) {
      const [first] = rowsOf(child);
      expect(first?.role).toBe('user');
      expect(first?.content).toMatch(/^\[CONTEXT COMPACTION\]/);
    }
  });

  it('repeat the question that was left open', () => {
    const open = continuations.filter(({ parent }) => rowsOf(parent).at(-1)?.role === 'user');
    expect(open.length).toBeGreaterThan(5);
    for (const { parent, child } of open) {
      expect(rowsOf(child)[1]?.content).toBe(rowsOf(parent).at(-1)?.content);
    }
  });
});

describe('branches', () => {
  it('begin with messages of their parent', () => {
    for (const { parent, child } of branches) {
      const copied = rowsOf(child)[0];
      expect(copied?.content).toBe(rowsOf(parent)[0]?.content);
      expect(copied?.timestamp).toBeGreaterThanOrEqual(parent.ended_at ?? 0);
    }
  });
});

describe('delegates', () => {
  it('run while their parent waits for the result', () => {
    for (const { parent, child } of delegates) {
      const rows = rowsOf(parent);
      const result = rows.findIndex(
        (row) => row.tool_name === 'delegate_task' && row.timestamp > child.started_at,
      );
      expect(result).toBeGreaterThan(0);
      expect(rows[result - 1]?.timestamp).toBeLessThan(child.started_at);
      const end = child.ended_at ?? rowsOf(child).at(-1)?.timestamp ?? 0;
      expect(rows[result]?.timestamp).toBeGreaterThan(end);
    }
  });

  it('come from the platform of their parent or as tools, and have no title', () => {
    const sources = delegates.map(({ parent, child }) => {
      expect(child.title).toBeNull();
      return child.source === 'tool' ? 'tool' : child.source === parent.source ? 'same' : 'other';
    });
    expect([...new Set(sources)].sort()).toEqual(['same', 'tool']);
  });
});
