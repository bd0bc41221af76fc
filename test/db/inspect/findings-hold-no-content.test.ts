import { expect, it } from 'vitest';
import { describeInspection } from '../../../src/cli/doctor-report.js';
import { inspectStore } from '../../../src/db/sqlite/inspect/inspect.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { copyFixture, NOW, raw } from '../migrations/files.js';

const CANARY = 'canary-7f3a';

it('nothing that a person wrote is in what the doctor says', async () => {
  const path = copyFixture('v11_quirks.db');
  raw(path, (db) => {
    db.exec('DROP INDEX idx_sessions_title_unique; DROP TRIGGER messages_fts_insert');
    for (const id of ['x1', 'x2']) {
      insertSession(db, id, {
        title: `title ${CANARY}`,
        user_id: `user ${CANARY}`,
        system_prompt: `prompt ${CANARY}`,
        model_config: `{"broken ${CANARY}`,
        started_at: `time ${CANARY}`,
        parent_session_id: id,
        message_count: null,
      });
    }
    insertMessage(db, 'x1', 'user', `text ${CANARY}`, { tool_calls: `[{ ${CANARY}` });
    insertMessage(db, 'gone', 'user', `\u0000json:[${CANARY}`);
    insertMessage(db, 'x1', 'user', Buffer.from(`bytes ${CANARY}`), {
      timestamp: `when ${CANARY}`,
    });
    db.exec(`INSERT INTO messages (session_id, role, content, timestamp)
      VALUES ('x1', 'user', CAST(x'${Buffer.from(CANARY).toString('hex')}c3' AS TEXT), 1)`);
    db.exec(`INSERT INTO state_meta VALUES ('fts_stale', '${CANARY}')`);
  });
  const inspection = await inspectStore(path, { now: () => NOW });
  expect(inspection.findings.length).toBeGreaterThan(12);
  expect(JSON.stringify(inspection)).not.toContain(CANARY);
  expect(describeInspection(inspection)).not.toContain(CANARY);
});
