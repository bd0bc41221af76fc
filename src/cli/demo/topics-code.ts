import type { ToolName, Topic } from './topic.js';

const HANDS: readonly ToolName[] = [
  'terminal',
  'terminal',
  'terminal',
  'read_file',
  'read_file',
  'search_files',
  'patch',
  'patch',
  'write_file',
  'execute_code',
  'todo',
];

/** Chats about programming. */
export const CODE_TOPICS: readonly Topic[] = [
  {
    language: 'en',
    area: 'code',
    titles: ['Fix Docker Build', 'Docker build for {{service}}', 'Smaller {{service}} image'],
    asks: [
      "The docker build of {{service}} fails since this morning: `COPY failed: file not found`. It's the same on {{host}}. Can you look at the Dockerfile?",
      'Our {{service}} image is {{n}}00 MB. Please bring it down, multi-stage if you must.',
      'docker-compose up on {{host}} says "port is already allocated". Who holds it?',
    ],
    follows: [
      'Does the cache survive when only package.json changes?',
      'And on arm64?',
      'Put the node_modules folder into .dockerignore too, please.',
      'Now the build works but the container exits with code {{n}}.',
      'Can we pin the base image by digest?',
    ],
    answers: [
      'The build context was the cause: `.dockerignore` excluded `{{dir}}/`, and the second stage copies from it. I narrowed the pattern and the build passes in {{n}} s.',
      'The image went from {{n}}00 MB to {{n}}0 MB. The compilers stay in the first stage; the last one holds only the runtime and `dist/`.',
      'Port 8080 is held by a leftover container of {{service}}. I stopped it and compose starts cleanly now.',
      'Layer order matters here: the lock file is copied first, so the dependency layer is reused until it changes.',
    ],
    points: [
      '`{{dir}}/` is no longer excluded from the build context',
      'the dependency layer is cached apart from the sources',
      'the final stage runs as user `app`, not as root',
      '`docker compose config` validates on {{host}}',
      'the health check waits {{n}} s before its first probe',
    ],
    thoughts: [
      'COPY fails only when the path is outside the context or ignored. Check .dockerignore before the Dockerfile.',
      'A container that exits at once usually misses an environment variable. Look at its last log lines first.',
    ],
    tools: HANDS,
  },
  {
    language: 'en',
    area: 'code',
    titles: [
      'Flaky test in {{module}}',
      'Why {{module}} tests time out',
      'Test run for {{branch}}',
    ],
    asks: [
      'tests/test_{{module}}.py fails about one time in {{n}}. Find out why, it blocks {{branch}}.',
      'CI is red on {{branch}} again, the log ends in `TimeoutError` after {{n}} s. Can you reproduce it?',
      "Please write unhappy-path tests for {{file}}; there's nothing below 50% coverage I am proud of.",
    ],
    follows: [
      'Run it a hundred times to be sure.',
      'Could the order of the tests matter?',
      'What if the clock is injected instead of slept on?',
      'Please keep the old test name, the dashboard greps for it.',
    ],
    answers: [
      'Reproduced: the worker thread reads the queue before the fixture fills it. A condition variable replaces the `sleep(0.1)`, and {{n}}0 runs pass in a row.',
      'The test shares a temporary folder with its neighbour. With one folder a test the failures are gone.',
      'I added {{n}} tests for {{file}}: empty input, a missing key, a value out of range, and a file that vanishes while it is read.',
      'The timeout is real: one request waits for a lock that {{module}} never releases on error. Fixed with `try … finally`.',
    ],
    points: [
      '`test_{{module}}_retries` passed {{n}}0 of {{n}}0 runs',
      'no test sleeps any more; the clock is a parameter',
      'the fixture cleans up even when the set-up raises',
      'coverage of {{file}} is {{pct}} now',
    ],
    thoughts: [
      'A test that fails rarely is a race or shared state. Run it alone first, then with its neighbours.',
      'The trace ends in queue.get, so the producer is late or dead.',
    ],
    tools: HANDS,
  },
  {
    language: 'en',
    area: 'code',
    titles: ['Migration for {{table}}', 'SQLite upgrade of {{table}}', 'Slow query on {{table}}'],
    asks: [
      'Write a migration that adds a nullable column `note` to {{table}}; it has to be reversible.',
      'This query on {{table}} takes {{ms}} ms, the plan says SCAN. What index is missing?',
      'Explain the difference between WAL and rollback journal as if to a new colleague.',
    ],
    follows: [
      'What happens to readers while it runs?',
      'Show me the plan before and after.',
      'Is PRAGMA foreign_keys on during the migration?',
      'How large may the WAL file grow?',
    ],
    answers: [
      'The migration is ready as `migrations/00{{n}}_add_note.sql`, with a down step. On a copy of {{table}} it took {{ms}} ms.',
      'The planner could not use the index since the filter wraps the column in `lower()`. With an index on the expression the plan says SEARCH and the query takes {{n}} ms.',
      'WAL lets readers go on while one writer appends to a second file; a checkpoint moves the pages back. The rollback journal blocks readers for the time of the commit.',
      'Adding a nullable column only rewrites the schema row, so it is instant whatever the size of the table.',
    ],
    points: [
      'idx_{{table}}_created (created_at, id) replaces the scan',
      'foreign keys stay on; the order of the statements respects them',
      'the down step keeps the data in `{{table}}_backup`',
      'a busy timeout of {{n}}00 ms was enough under load',
    ],
    thoughts: [
      'ALTER TABLE ADD COLUMN is cheap in SQLite, so no table rebuild is needed.',
      'Ask for EXPLAIN QUERY PLAN before guessing at indexes.',
    ],
    tools: HANDS,
  },
  {
    language: 'en',
    area: 'code',
    titles: [
      'API design',
      'API design for {{service}}',
      'Paging in {{service}}',
      'GraphQL schema review',
    ],
    asks: [
      'Review the API of {{service}}: paging by offset or by cursor? We expect {{n}} million rows.',
      'Draft the GraphQL types for {{table}}, with connections and descriptions.',
      'The client asks for page {{n}} and gets rows twice. See gateway/run.py, the handler for /v1/{{table}}.',
    ],
    follows: [
      'Could a cursor survive a delete?',
      'Name the errors, please; no bare strings.',
      'And what would you say about rate limits?',
      'Write it down in docs/{{module}}.md.',
    ],
    answers: [
      'Cursor, because offsets shift when rows are inserted. The cursor holds the sort key and the id, so equal keys stay stable.',
      'The handler sorts by `created_at` alone; {{n}} rows share the same second. Ordering by (created_at, id) ends the duplicates.',
      'Draft below. Lists that grow are connections, ids are opaque, and each expected error has a type of its own.',
    ],
    points: [
      '`first` is capped at 200, more is an error and no silent cut',
      'every order ends with the id, so pages never overlap',
      'errors carry a code, a sentence and the field',
      'the deprecated `/v0/{{table}}` answers until {{date}}',
    ],
    thoughts: [
      'Duplicates across pages nearly always mean an unstable order.',
      'The user wants a decision with reasons, not a survey. Keep it short.',
    ],
    tools: HANDS,
  },
  {
    language: 'en',
    area: 'code',
    titles: ['Refactor {{module}}', 'Retry logic in {{module}}', 'Profile {{module}} start-up'],
    asks: [
      'The retry logic in {{file}} never backs off. Add jitter, cap it at {{n}} attempts.',
      'Profile the start-up of {{module}}: it takes {{n}}.2 s before the first log line.',
      'Split {{file}} into smaller files, it has {{ms}} lines. No change of behaviour!',
    ],
    follows: [
      'Which import is the expensive one?',
      'Keep the public names as they are.',
      'Run the linter and fix what it says.',
      'Commit that on {{branch}} with a short message.',
      'Please undo the last edit, I prefer the loop.',
    ],
    answers: [
      'Added exponential backoff with jitter (20-150 ms), capped at {{n}} attempts; errors other than BUSY are raised at once.',
      'Importing pandas dominates with {{n}}.9 s. Loading it lazily brings the start-up to 0.4 s.',
      '{{file}} is now {{n}} files of 40 to 120 lines. All tests pass unchanged, and the public names are exported from the same place.',
      'Committed as {{hex}} on {{branch}}: "Back off between retries".',
    ],
    points: [
      'the delay doubles up to 2 s and gets up to 30% of jitter',
      'a `Retry-After` header wins over our own delay',
      '`from {{module}} import run` still works',
      'ruff and mypy are clean',
    ],
    thoughts: [
      'Behaviour must not change, so move code first and rename later.',
      'Measure with -X importtime before touching anything.',
    ],
    tools: HANDS,
  },
  {
    language: 'en',
    area: 'code',
    titles: [
      'CSV import of {{table}}',
      'Data check: {{table}} {{month}}',
      'Unicode bug in {{module}}',
    ],
    asks: [
      'The CSV import of {{table}} drops rows with umlauts, e.g. "Zürich" and "Besançon". Why?',
      'Count the {{table}} per week in data/{{table}}.csv and plot them, please.',
      'An emoji in a name 🎉 crashes {{module}}: `UnicodeEncodeError: surrogates not allowed`.',
    ],
    follows: [
      'And per country?',
      'Drop the outliers above 99%.',
      'Save the figure as reports/{{table}}.png.',
      'What about right-to-left names?',
    ],
    answers: [
      'The file is Latin-1 in its second half: two exports were joined. Decoding line by line with a fallback keeps all {{ms}} rows.',
      'Half a surrogate pair reached the writer because a name was cut after {{n}} UTF-16 units. It is cut by code points now.',
      'Weekly counts are in the table; the peak is the week of {{date}} with {{ms}} rows, +{{pct}} on the week before.',
    ],
    points: [
      '{{ms}} rows read, {{n}} rejected, each with its line number in the log',
      'names are compared after NFC normalisation',
      'the plot starts at zero and names its source',
    ],
    thoughts: [
      'Mixed encodings: look at the first byte that is not ASCII and its neighbours.',
      'Show the numbers first, the plot second.',
    ],
    tools: [...HANDS, 'execute_code', 'execute_code', 'vision_analyze'],
  },
];
