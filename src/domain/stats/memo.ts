/**
 * A function that computes its answer for a key once and keeps it. When it would keep more than
 * `limit` answers it forgets all of them.
 */
export function memo<Key, Value>(limit: number, compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { value: Value }>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found.value;
    if (known.size >= limit) known.clear();
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}
