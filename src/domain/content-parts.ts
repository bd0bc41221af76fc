import type { JsonValue } from './python-json.js';

/** One part of a message: text, an image, a sound, a file, or what a newer writer has invented. */
export interface ContentPart {
  /** The type as stored, `text` for a plain string, `json` for a value that is no part at all. */
  type: string;
  text: string | null;
  /** Where an image, sound or file is: a web address or a `data:` address, as the writer gave it. */
  url: string | null;
  /** The part as stored; null of a plain text, which `text` holds already. */
  json: JsonValue;
}

type JsonObject = { [key: string]: JsonValue };

const TEXT_TYPES = ['text', 'input_text', 'output_text'];
const MEDIA = [
  ['image', '[image]'],
  ['audio', '[audio]'],
  ['video', '[video]'],
  ['file', '[file]'],
  ['document', '[file]'],
] as const;
const ADDRESS_FIELDS = ['image_url', 'video_url', 'audio_url', 'file_url', 'url'];

/** A plain string as the one part that it is. */
export function textPart(text: string): ContentPart {
  return { type: 'text', text, url: null, json: null };
}

/** Reads a part in the forms of OpenAI's two interfaces and of Anthropic's. Never throws. */
export function readPart(json: JsonValue): ContentPart {
  if (typeof json === 'string') return textPart(json);
  if (!isObject(json)) return { type: 'json', text: null, url: null, json };
  const text = stringOrNull(json['text']);
  const type = stringOrNull(json['type']) ?? (text === null ? 'json' : 'text');
  return { type, text, url: partUrl(json), json };
}

/** What a person reads of a part: its text, `[image]` and the like, or null when it has nothing. */
export function partText(part: ContentPart): string | null {
  const words = part.type.split('_');
  const media = MEDIA.find(([word]) => words.includes(word));
  if (media !== undefined) return media[1];
  if (part.text !== null || TEXT_TYPES.includes(part.type)) return part.text;
  return part.type === 'json' ? JSON.stringify(part.json) : `[${part.type}]`;
}

/** Whether the value is a JSON object, so neither null nor a list. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function partUrl(part: JsonObject): string | null {
  for (const field of ADDRESS_FIELDS) {
    const value = part[field];
    const address = stringOrNull(isObject(value) ? value['url'] : value);
    if (address !== null) return address;
  }
  return sourceUrl(part['source']) ?? audioUrl(part['input_audio']) ?? fileData(part);
}

function sourceUrl(source: JsonValue | undefined): string | null {
  if (!isObject(source)) return null;
  return stringOrNull(source['url']) ?? dataUrl(stringOrNull(source['media_type']), source['data']);
}

function audioUrl(audio: JsonValue | undefined): string | null {
  if (!isObject(audio)) return null;
  const format = stringOrNull(audio['format']);
  return dataUrl(format === null ? null : `audio/${format}`, audio['data']);
}

function fileData(part: JsonObject): string | null {
  const file = part['file'];
  return stringOrNull(isObject(file) ? file['file_data'] : part['file_data']);
}

function dataUrl(mediaType: string | null, data: JsonValue | undefined): string | null {
  if (mediaType === null || typeof data !== 'string') return null;
  return `data:${mediaType};base64,${data}`;
}

function stringOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
