/** What JSON writes with a backslash: one character, in one escape or in a pair of surrogates. */
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const CONTROLS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** A text with its JSON escapes read, one level of them; it need not be JSON. */
export function unescapeJson(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (_, hex: string | undefined, short: string | undefined) =>
    hex === undefined
      ? (CONTROLS[short ?? ''] ?? short ?? '')
      : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * A text as Python writes it in JSON, all beyond ASCII as `\\uXXXX`, then the same again as text in
 * JSON (arguments of a tool call are JSON in JSON); as it is typed, in small letters, in capitals and
 * with a capital first. Forms that equal the text are left out.
 */
export function escapedForms(text: string): string[] {
  const small = text.toLowerCase();
  const [first = ''] = small;
  const cases = [text, small, text.toUpperCase(), first.toUpperCase() + small.slice(first.length)];
  const forms = cases.flatMap((one) => {
    const once = escapeJson(one);
    return once === one ? [] : [once, escapeJson(once)];
  });
  return [...new Set(forms)];
}

/**
 * A text as programs write it in JSON that leaves all beyond ASCII as it is, then the same again as
 * text in JSON. None where JSON has nothing to escape.
 */
export function unicodeJsonForms(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return once === text ? [] : [once, JSON.stringify(once).slice(1, -1)];
}

function escapeJson(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
