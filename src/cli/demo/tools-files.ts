import { dumpPythonJson } from '../../domain/python-json.js';
import type { ToolUse } from './tool-use.js';
import type { Voice } from './voice.js';

const SOURCES: readonly string[] = [
  'import time\nimport random\n\n\ndef run(queue, clock=time.monotonic):\n    deadline = clock() + {{n}}\n    while clock() < deadline:\n        item = queue.get(timeout=0.{{n}})\n        if item is None:\n            break\n        handle(item)\n',
  'export interface {{service}}Options {\n  retries: number;\n  timeoutMs: number;\n}\n\nexport const defaults = { retries: 3, timeoutMs: {{ms}} };\n',
  'service: {{service}}\nretries: 3\ntimeout_s: {{n}}0\npaths:\n  - /v1/{{table}}\n  - /health\n# 重试次数不要超过 15\n',
  '# Notes on {{service}}\n\n- owner: team@example.net\n- runbook: https://wiki.example.com/{{service}}\n- last incident: {{date}}, see #{{ms}}\n',
];

function numbered(text: string, from: number): string {
  return text
    .split('\n')
    .map((line, index) => `${String(from + index).padStart(6)}|${line}`)
    .join('\n');
}

/** Part of a file, with line numbers; now and then a file that is not there. */
export function useReadFile({ random, say }: Voice): ToolUse {
  const path = say('{{file}}');
  const seconds = random.skewed(0.3);
  if (random.chance(0.06)) {
    const result = dumpPythonJson({ error: `File not found: ${path}`, similar_files: [] });
    return { name: 'read_file', args: { path }, result, seconds };
  }
  const offset = random.chance(0.6) ? 1 : random.int(20, 400);
  const pieces = Array.from({ length: random.int(1, 4) }, () => say(random.pick(SOURCES)));
  const text = pieces.join('\n');
  const result = dumpPythonJson({
    content: numbered(text, offset),
    total_lines: offset + text.split('\n').length + random.int(0, 300),
    file_size: text.length * random.int(1, 9),
    truncated: random.chance(0.3),
    is_binary: false,
  });
  return { name: 'read_file', args: { path, offset, limit: 120 }, result, seconds };
}

/** A new file. */
export function useWriteFile({ random, say }: Voice): ToolUse {
  const path = say(random.pick(['notes.md', 'docs/{{module}}.md', 'tests/test_{{module}}.py']));
  const content = say(random.pick(SOURCES));
  const result = dumpPythonJson({ bytes_written: content.length, dirs_created: false });
  return { name: 'write_file', args: { path, content }, result, seconds: random.skewed(0.4) };
}

/** Where a pattern occurs. */
export function useSearchFiles({ random, say }: Voice): ToolUse {
  const pattern = say(random.pick(['retries', 'retry|backoff', '{{table}}', 'sleep\\(', '部署']));
  const count = random.int(0, 6);
  const matches = Array.from({ length: count }, () => ({
    path: say(random.pick(['{{file}}', 'tests/test_{{module}}.py', 'docs/{{service}}.md'])),
    line: random.int(1, 480),
    content: say(
      random.pick(['    retries: 3', '# {{table}} are read once', 'time.sleep(0.{{n}})']),
    ),
  }));
  const result = dumpPythonJson({ total_count: count, matches });
  const args = { pattern, target: 'content', path: '.' };
  return { name: 'search_files', args, result, seconds: random.skewed(0.8) };
}

/** A replacement inside a file, with its diff; now and then the old text is not found. */
export function usePatch({ random, say }: Voice): ToolUse {
  const path = say('{{file}}');
  const before = say(random.pick(['retries: 3', 'time.sleep(0.{{n}})', 'timeoutMs: {{ms}}']));
  const after = say(random.pick(['retries: 15', 'clock.wait(0.{{n}})', 'timeoutMs: {{n}}000']));
  const result = random.chance(0.08)
    ? dumpPythonJson({ success: false, error: `Could not find old_string in ${path}` })
    : dumpPythonJson({
        success: true,
        diff: `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${before}\n+${after}\n`,
        files_modified: [path],
      });
  const args = { mode: 'replace', path, old_string: before, new_string: after };
  return { name: 'patch', args, result, seconds: random.skewed(0.5) };
}
