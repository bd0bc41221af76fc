import { isObject, partText, readPart, textPart, type ContentPart } from './content-parts.js';
import { dumpPythonJson, parsePythonJson, type JsonValue } from './python-json.js';
import { countCodePoints, pythonStrip, replaceLoneSurrogates, sliceCodePoints } from './text.js';

export type { ContentPart } from './content-parts.js';

/** What stands before structured content in the column: NUL, so that no typed text looks like it. */
const JSON_PREFIX = '\u0000json:';

const PREVIEW_LENGTH = 60;
const PREVIEW_READ = 63;
const CONTEXT_LENGTH = 200;

/**
 * The column's value for a message's content. Null, text and bytes stay as they are (text made well
 * formed), numbers and booleans become the text that SQLite would make of Python's (`5`, `1.5`, `1`),
 * lists and objects the prefix and their JSON. Throws RangeError for JSON nested too deep to read.
 */
export function encodeContent(value: JsonValue | Uint8Array): string | Uint8Array | null {
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === 'string') return replaceLoneSurrogates(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  const json = dumpPythonJson(value);
  return typeof value === 'number' ? json : JSON_PREFIX + json;
}

/**
 * The content that a column's value stands for: text as it is, structured content parsed, and the
 * raw text where that JSON is broken. Bytes stay bytes. Never throws.
 */
export function decodeContent(stored: unknown): JsonValue | Uint8Array {
  if (typeof stored === 'string') return decodeText(stored);
  if (typeof stored === 'number' || typeof stored === 'boolean') return stored;
  if (typeof stored === 'bigint') return String(stored);
  return stored instanceof Uint8Array ? stored : null;
}

/**
 * Content as a person reads it: text, the parts of structured content one below the other (`[image]`,
 * `[file]` and the like for what is no text), bytes read as UTF-8, any other value as compact JSON.
 * Null when there is no content.
 */
export function contentText(stored: unknown): string | null {
  const content = decodeContent(stored);
  if (content === null) return null;
  const parts = partsOf(content);
  if (parts.length > 0 && parts.every((part) => part.type === 'json')) {
    return JSON.stringify(content);
  }
  return parts
    .map(partText)
    .filter((text) => text !== null)
    .join('\n');
}

/** Content as typed parts: a plain text is one part, no content is none. Never throws. */
export function contentParts(stored: unknown): ContentPart[] {
  return partsOf(decodeContent(stored));
}

/**
 * The first words for a list of sessions: line breaks become blanks, of the first 63 code points the
 * outer whitespace goes, and what is then longer than 60 is cut there and gets `...`. So leading
 * blanks count, as in Hermes' own list. Null when nothing is left to show.
 */
export function previewText(stored: unknown): string | null {
  const start = sliceCodePoints(contentText(stored) ?? '', 0, PREVIEW_READ);
  const text = pythonStrip(start.replace(/[\n\r]/g, ' '));
  if (text === '') return null;
  if (countCodePoints(text) <= PREVIEW_LENGTH) return text;
  return `${sliceCodePoints(text, 0, PREVIEW_LENGTH)}...`;
}

/**
 * Content as the context of a search hit shows it: text, or the text parts of a list joined by blanks
 * (`[multimodal content]` when it has none); nothing of other values. At most 200 code points.
 */
export function contextText(stored: unknown): string {
  const content = decodeContent(stored);
  if (typeof content === 'string') return sliceCodePoints(content, 0, CONTEXT_LENGTH);
  if (!Array.isArray(content)) return '';
  const texts = content
    .map((part) => (isObject(part) && part['type'] === 'text' ? part['text'] : null))
    .filter((text) => typeof text === 'string')
    .filter((text) => text !== '');
  const text = pythonStrip(texts.join(' '));
  return sliceCodePoints(text === '' ? '[multimodal content]' : text, 0, CONTEXT_LENGTH);
}

function decodeText(stored: string): JsonValue {
  if (!stored.startsWith(JSON_PREFIX)) return stored;
  try {
    return parsePythonJson(stored.slice(JSON_PREFIX.length));
  } catch {
    return stored;
  }
}

function partsOf(content: JsonValue | Uint8Array): ContentPart[] {
  if (content === null) return [];
  if (content instanceof Uint8Array) return [textPart(decodeUtf8(content))];
  return Array.isArray(content) ? content.map(readPart) : [readPart(content)];
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
