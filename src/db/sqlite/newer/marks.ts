import { InvalidInputError } from '../../../domain/errors.js';
import { parseJsonOrNull, type JsonValue } from '../../../domain/python-json.js';

/** What says in a session's model config where it came from, by the id of another session. */
const MARKS = ['_branched_from', '_delegate_from', '_reset_from'];

/**
 * A new model config with the marks of the stored one. A mark never changes: it decides the lineage,
 * and newer files keep messages out of an index by it, which would go stale.
 *
 * @throws InvalidInputError when the new config is no object, or names a mark that is not stored so
 */
export function withStoredMarks(stored: string | null, config: JsonValue): JsonValue {
  const marks = storedMarks(stored);
  if (config === null) return marks;
  if (typeof config !== 'object' || Array.isArray(config)) {
    throw new InvalidInputError('modelConfig', '`modelConfig` must be a JSON object or null.');
  }
  const changed = MARKS.find(
    (mark) => mark in config && JSON.stringify(config[mark]) !== JSON.stringify(marks[mark]),
  );
  if (changed !== undefined) {
    throw new InvalidInputError(
      'modelConfig',
      `\`modelConfig\` changes "${changed}"; where a session came from is fixed. Leave it out.`,
    );
  }
  return { ...config, ...marks };
}

function storedMarks(stored: string | null): { [mark: string]: JsonValue } {
  const config = parseObject(stored);
  return Object.fromEntries(
    MARKS.filter((mark) => mark in config).map((mark) => [mark, config[mark] ?? null]),
  );
}

/** Marks in text that is no strict JSON count for nobody. */
function parseObject(stored: string | null): { [key: string]: JsonValue } {
  if (stored === null || !isStrictJson(stored)) return {};
  const value = parseJsonOrNull(stored);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
