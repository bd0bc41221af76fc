import { dumpPythonJson, type JsonValue } from '../../domain/python-json.js';
import type { Random } from './random.js';

/** Three small, whole PNG files: a bar chart, a sunset, a receipt. */
const PICTURES: readonly string[] = [
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAMAAABg3Am1AAAADFBMVEX/+vDIVT3yjzsuXk5k9Pq0AAAAKklEQVR42mNgGAWjYOQARigY1TDSNBA0YFQDVTQQUjCqYcRqYCYRDEINAEe2BBkvBW2UAAAAAElFTkSuQmCC',
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAMAAABg3Am1AAAADFBMVEX/+vDIVT3yjzsuXk5k9Pq0AAAAQElEQVR42mNgGAWjgHjABAOkqidOBxMqoL4GJibSdDAxkahjVMPg0EByTNMh8ZGeH8jIccMfMJMIRjWMaqCWBgCtGQmz6E7VMQAAAABJRU5ErkJggg==',
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAA8CAMAAAAjZwjSAAAADFBMVEX/+vDIVT3yjzsuXk5k9Pq0AAAAJUlEQVR42mNgGLmAGR8gS+FoOI4Gy2g4jobjaDiOgtFwHAWUAQClWAHq8tdahgAAAABJRU5ErkJggg==',
];

/** Structured content is marked by this prefix; what follows is JSON. */
const STRUCTURED_PREFIX = '\u0000json:';

/** Lists and objects as the store keeps them in `content`. */
export function structuredContent(value: JsonValue): string {
  return STRUCTURED_PREFIX + dumpPythonJson(value);
}

/** A picture inline, or by address where that is `remote`. */
export function imagePart(random: Random, remote = false): JsonValue {
  const url = remote
    ? `https://files.example.com/u/${random.hex(12)}.png`
    : `data:image/png;base64,${random.pick(PICTURES)}`;
  return { type: 'image_url', image_url: { url } };
}

/** What a user sends with one or two pictures; the text part is left out where it is empty. */
export function pictureMessage(random: Random, text: string): string {
  const parts: JsonValue[] = text === '' ? [] : [{ type: 'text', text }];
  const count = random.chance(0.2) ? 2 : 1;
  for (let i = 0; i < count; i++) parts.push(imagePart(random, random.chance(0.25)));
  return structuredContent(parts);
}
