import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMessage, insertSession } from '../../support/rows.js';
import { pagedIds, searchFile, total, type SearchFile } from './support.js';

const MESSAGES = 6500;
/** Every so many messages one has a word inside Chinese text: more of them than are ever looked up. */
const EVERY = 25;
const QUERIES = [
  'docker',
  'docker OR 部署',
  'docker 部署',
  'docker NOT here',
  '部署 NOT docker',
  'here NOT docker',
  'docker number',
  '"docker 部署"',
  'dock*',
  'go',
  'café',
];

let file: SearchFile;
let cleanUp: () => void;
beforeAll(() => {
  file = searchFile(
    (db) => {
      for (const id of ['a', 'b']) insertSession(db, id);
      db.transaction(() => {
        for (let n = 1; n <= MESSAGES; n += 1) {
          const glued = n % EVERY === 0 ? '用docker部署 用go写 去café喝' : null;
          const plain = `docker here number ${n}${n % 3 === 0 ? ' go café' : ''}`;
          insertMessage(db, n % 7 === 0 ? 'b' : 'a', 'user', glued ?? plain);
        }
      })();
    },
    { after: (clean) => (cleanUp = clean) },
  );
}, 60_000);
afterAll(() => cleanUp());

describe('of a common word', () => {
  it('glued to Chinese are found the newest, whatever the page and the order', () => {
    const all = pagedIds(file, 'docker', 'NEWEST', 200);
    for (const size of [20, 137]) expect(pagedIds(file, 'docker', 'NEWEST', size)).toEqual(all);
    expect(pagedIds(file, 'docker', 'OLDEST', 190)).toEqual([...all].reverse());
    expect(total(file, 'docker')).toBe(all.length);
    const glued = all.filter((id) => id % EVERY === 0);
    expect(glued).toHaveLength(5000 / EVERY);
    expect(glued.at(-1)).toBe(MESSAGES - 5000 + EVERY);
  }, 60_000);

  it.each(QUERIES)(
    'all pages and the total agree: %s',
    (query) => {
      const all = pagedIds(file, query, 'NEWEST', 200);
      expect(new Set(all).size).toBe(all.length);
      expect(total(file, query)).toBe(all.length);
      const inOrder = pagedIds(file, query, 'OLDEST', 200);
      expect(inOrder).toEqual([...all].reverse());
      const relevant = pagedIds(file, query, 'RELEVANCE', 200);
      expect([...relevant].sort((a, b) => b - a)).toEqual(all);
    },
    60_000,
  );

  it('so they do with filters and pages of any size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...QUERIES),
        fc.integer({ min: 60, max: 400 }),
        fc.constantFrom('NEWEST' as const, 'OLDEST' as const),
        (query, size, order) => {
          const filter = { sessionIds: ['b'] };
          const all = pagedIds(file, query, 'NEWEST', 200, filter);
          const paged = pagedIds(file, query, order, size, filter);
          expect(order === 'NEWEST' ? paged : [...paged].reverse()).toEqual(all);
          expect(total(file, query, filter)).toBe(all.length);
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);
});
