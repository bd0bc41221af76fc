import { dumpPythonJson, type JsonValue } from '../../domain/python-json.js';
import type { ToolUse } from './tool-use.js';
import type { Voice } from './voice.js';

/** A command and what it prints, as templates; `lines` repeats its last line, as logs do. */
interface Command {
  run: string;
  prints: string;
  exit?: number;
  lines?: number;
}

const COMMANDS: readonly Command[] = [
  { run: 'pytest -q tests/', prints: '{{n}}7 passed in {{n}}.21s' },
  {
    run: 'pytest -q tests/test_{{module}}.py -x',
    prints:
      'F\n=================== FAILURES ===================\n___________ test_{{module}}_retries ___________\n\n    def test_{{module}}_retries():\n>       assert worker.attempts == {{n}}\nE       assert 1 == {{n}}\n\ntests/test_{{module}}.py:{{n}}1: AssertionError\n1 failed, {{n}} passed in 1.{{n}}4s',
    exit: 1,
  },
  {
    run: 'docker build -t {{service}}:dev .',
    prints:
      '#1 [internal] load build definition from Dockerfile\n#5 [build 3/6] COPY package*.json ./\n#5 CACHED\n#8 [build 6/6] RUN npm run build\n#8 DONE {{n}}.4s\n#10 exporting to image\n#10 naming to docker.io/library/{{service}}:dev done',
  },
  {
    run: 'docker logs --tail 200 {{service}}',
    prints: '{{date}}T{{time}}:11Z INFO request id={{hex}} path=/v1/{{table}} status=200 ms={{ms}}',
    lines: 40,
  },
  {
    run: 'git status --short && git log --oneline -5',
    prints:
      ' M {{file}}\n?? notes.md\n{{hex}} Back off between retries\n{{hex}} Read the clock from outside\n{{hex}} Name the errors\n{{hex}} Split the parser\n{{hex}} First light',
  },
  {
    run: 'df -h /',
    prints:
      'Filesystem      Size  Used Avail Use% Mounted on\n/dev/nvme0n1p2  468G  4{{n}}1G   {{n}}G  9{{n}}% /',
  },
  {
    run: 'du -xh --max-depth=2 /var | sort -h | tail -n 8',
    prints:
      '1.{{n}}G\t/var/cache\n{{n}}.4G\t/var/lib/apt\n1{{n}}G\t/var/lib/docker\n2{{n}}G\t/var/log/{{service}}\n4{{n}}G\t/var',
  },
  {
    run: 'journalctl -u {{service}} --since "{{date}} {{time}}" --no-pager',
    prints:
      '{{time}}:0{{n}} {{host}} {{service}}[{{ms}}]: connection from 10.0.{{n}}.1{{n}} closed (idle)',
    lines: 60,
  },
  {
    run: 'curl -sS -o /dev/null -w "%{http_code} %{time_total}\\n" https://{{service}}.example.com/health',
    prints: '502 0.{{n}}11',
  },
  { run: 'npm test', prints: 'sh: 1: vitest: not found\nnpm ERR! code 127', exit: 127 },
  { run: 'ls {{dir}}', prints: "ls: cannot access '{{dir}}': No such file or directory", exit: 2 },
  {
    run: 'kubectl rollout status deploy/{{service}} --timeout=120s',
    prints:
      'Waiting for deployment "{{service}}" rollout to finish: {{n}} of 9 updated replicas are available...\ndeployment "{{service}}" successfully rolled out',
  },
  {
    run: 'sqlite3 data/{{service}}.db "EXPLAIN QUERY PLAN SELECT * FROM {{table}} WHERE lower(name) = \'müller\'"',
    prints: 'QUERY PLAN\n`--SCAN {{table}}',
  },
];

/** A command in the terminal, good or failed, sometimes with a long log. */
export function useTerminal({ random, say }: Voice): ToolUse {
  const command = random.pick(COMMANDS);
  const lines = command.lines === undefined ? 1 : random.int(4, command.lines);
  const output = Array.from({ length: lines }, () => say(command.prints)).join('\n');
  const args: JsonValue = random.chance(0.3)
    ? { command: say(command.run), timeout: random.pick([60, 120, 300]) }
    : { command: say(command.run) };
  const result = dumpPythonJson({ output, exit_code: command.exit ?? 0, error: null });
  return { name: 'terminal', args, result, seconds: random.skewed(4) };
}

/** A look at a process in the background. */
export function useProcess({ random, say }: Voice): ToolUse {
  const id = `proc_${random.hex(12)}`;
  const running = random.chance(0.5);
  const result = dumpPythonJson({
    session_id: id,
    status: running ? 'running' : 'exited',
    exit_code: running ? null : 0,
    output_preview: say('{{time}} watching {{dir}}/ … {{n}} changes'),
    uptime_seconds: random.int(3, 900),
  });
  const args = { action: random.pick(['poll', 'log', 'wait']), session_id: id };
  return { name: 'process', args, result, seconds: random.skewed(2) };
}

const PROGRAMS: readonly (readonly [string, string])[] = [
  ['print(sum(range(10)))', '45\n'],
  [
    'import csv\nrows = list(csv.DictReader(open("data/{{table}}.csv")))\nprint(len(rows), rows[0])',
    "{{ms}} {'id': '1', 'name': 'Zürich', 'total': '{{n}}.50'}\n",
  ],
  ['import statistics as s\nprint(round(s.mean([{{ms}}, {{ms}}, {{ms}}]), 2))', '{{ms}}.{{n}}3\n'],
  [
    'from collections import Counter\nprint(Counter(w for w in open("notes.md").read().split()).most_common({{n}}))',
    "[('the', {{ms}}), ('and', 1{{n}}1), ('retry', {{n}}9)]\n",
  ],
];

/** A few lines of Python, run at once. */
export function useExecuteCode({ random, say }: Voice): ToolUse {
  const [program, output] = random.pick(PROGRAMS);
  const seconds = random.skewed(1.5);
  const result = dumpPythonJson({
    status: 'success',
    output: say(output),
    tool_calls_made: 0,
    duration_seconds: Math.round(seconds * 100) / 100,
  });
  return { name: 'execute_code', args: { code: say(program) }, result, seconds };
}
