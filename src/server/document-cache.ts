/** How many documents are kept: more than the pages of a dashboard send. */
const MAX_DOCUMENTS = 100;

/** Above this length in UTF-16 units a document is not kept: it has values in it, and is sent once. */
const MAX_LENGTH = 16_384;

/**
 * Keeps what belongs to the text of a document: of the small ones those last used. A usual one takes
 * 50 KB, the worst that the limits allow a megabyte, so it is bounded whatever is sent.
 */
export function createDocumentCache<Value>(): {
  get(text: string): Value | undefined;
  set(text: string, value: Value): void;
} {
  const kept = new Map<string, Value>();
  return {
    get(text) {
      const value = kept.get(text);
      if (value === undefined) return undefined;
      kept.delete(text);
      kept.set(text, value);
      return value;
    },
    set(text, value) {
      if (text.length > MAX_LENGTH) return;
      kept.delete(text);
      kept.set(text, value);
      const oldest = kept.keys().next();
      if (kept.size > MAX_DOCUMENTS && oldest.done !== true) kept.delete(oldest.value);
    },
  };
}
