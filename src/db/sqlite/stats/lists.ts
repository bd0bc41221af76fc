/** The values of a JSON list that SQLite wrote; none where there is no list. */
export function jsonList(json: unknown): unknown[] {
  const list: unknown = typeof json === 'string' ? JSON.parse(json) : null;
  return Array.isArray(list) ? list : [];
}
