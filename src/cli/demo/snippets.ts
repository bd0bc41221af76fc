/** Code that agents show, as templates. They hold what searches trip over: dots, dashes, quotes. */
export const CODE_SNIPPETS: readonly string[] = [
  '```python\ndef backoff(attempt: int) -> float:\n    """Seconds to wait before the next try."""\n    base = min(2.0, 0.02 * 2**attempt)\n    return base * random.uniform(0.7, 1.3)\n```',
  '```ts\nexport async function retry<T>(run: () => Promise<T>, attempts = {{n}}): Promise<T> {\n  for (let i = 1; ; i++) {\n    try {\n      return await run();\n    } catch (error) {\n      if (i === attempts) throw error;\n      await sleep(20 * 2 ** i);\n    }\n  }\n}\n```',
  '```dockerfile\nFROM node:20-slim AS build\nWORKDIR /app\nCOPY package*.json ./\nRUN npm ci\nCOPY . .\nRUN npm run build\n\nFROM node:20-slim\nCOPY --from=build /app/dist /app/dist\nUSER app\nCMD ["node", "/app/dist/{{service}}.js"]\n```',
  "```sql\nCREATE INDEX idx_{{table}}_created ON {{table}} (created_at, id);\n\nEXPLAIN QUERY PLAN\nSELECT id FROM {{table}}\n WHERE created_at >= :since AND note LIKE '50\\%%' ESCAPE '\\'\n ORDER BY created_at, id LIMIT 20;\n```",
  '```yaml\nservices:\n  {{service}}:\n    image: images.example.com/{{service}}:1.{{n}}.0\n    restart: unless-stopped\n    ports: ["127.0.0.1:80{{n}}0:8080"]\n    env_file: .env\n```',
  '```bash\nset -euo pipefail\ncd /srv/{{service}}\ngit fetch --all && git checkout {{branch}}\ndocker compose pull && docker compose up -d --wait\ncurl -fsS http://127.0.0.1:8080/health\n```',
  '```diff\n--- a/{{file}}\n+++ b/{{file}}\n@@ -{{n}}1,4 +{{n}}1,4 @@\n-    retries: 3\n+    retries: 15\n     timeout_s: {{n}}0\n```',
  '```rust\nimpl Drop for Lease {\n    fn drop(&mut self) {\n        // Never panic here: the queue may be gone already.\n        let _ = self.queue.release(self.id);\n    }\n}\n```',
  '| step | before | after |\n|---|--:|--:|\n| load | {{ms}} ms | {{n}}1 ms |\n| parse | {{ms}} ms | {{n}}8 ms |\n| write | {{n}}2 ms | {{n}}2 ms |',
];

/** What users paste: logs, traces, settings. */
export const PASTES: readonly string[] = [
  '```\nTraceback (most recent call last):\n  File "/srv/{{service}}/{{file}}", line {{ms}}, in run\n    row = self._fetch(cursor)\n  File "/usr/lib/python3.11/sqlite3/dbapi2.py", line {{n}}1, in execute\nsqlite3.OperationalError: database is locked\n```',
  '```\n{{date}} {{time}}:0{{n}} ERROR {{service}}[{{ms}}]: upstream timed out (110: Connection timed out)\n{{date}} {{time}}:1{{n}} WARN  {{service}}[{{ms}}]: retry {{n}} of 15 in 0.{{n}}2 s\n{{date}} {{time}}:3{{n}} ERROR {{service}}[{{ms}}]: giving up, user@{{host}} not reachable\n```',
  '```\nnpm ERR! code ERESOLVE\nnpm ERR! ERESOLVE could not resolve\nnpm ERR! While resolving: {{service}}@2.{{n}}.0\nnpm ERR! Found: typescript@5.{{n}}.3\n```',
  '```json\n{"service": "{{service}}", "retries": 3, "timeout_ms": {{ms}}, "paths": ["/v1/{{table}}", "/health"]}\n```',
  "it's in {{file}}, line {{ms}}: `if x != None and not y:` -- see https://git.example.com/{{service}}/issues/{{ms}}#note-{{n}}",
];
