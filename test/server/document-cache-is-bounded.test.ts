import { expect, test } from 'vitest';
import { createDocumentCache } from '../../src/server/document-cache.js';

/** A cache with so many short texts in it, named by their numbers. */
function filled(count: number) {
  const cache = createDocumentCache<number>();
  for (let i = 0; i < count; i++) cache.set(`q${i}`, i);
  return cache;
}

test('what was kept is found by its whole text', () => {
  const cache = filled(3);
  expect([cache.get('q0'), cache.get('q2'), cache.get('q')]).toEqual([0, 2, undefined]);
});

test('a hundred are kept, and the one used longest ago goes first', () => {
  const cache = filled(100);
  expect(cache.get('q0')).toBe(0);
  cache.set('one more', 100);
  expect([cache.get('q0'), cache.get('q1'), cache.get('one more')]).toEqual([0, undefined, 100]);
});

test('setting again replaces, and takes no second place', () => {
  const cache = filled(100);
  cache.set('q5', 500);
  expect([cache.get('q5'), cache.get('q0')]).toEqual([500, 0]);
});

test('a long text is not kept: it has values in it', () => {
  const cache = createDocumentCache<number>();
  cache.set('x'.repeat(16_384), 1);
  cache.set('x'.repeat(16_385), 2);
  expect([cache.get('x'.repeat(16_384)), cache.get('x'.repeat(16_385))]).toEqual([1, undefined]);
});
