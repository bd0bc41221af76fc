import { dumpPythonJson } from '../../domain/python-json.js';
import type { ToolUse } from './tool-use.js';
import type { Voice } from './voice.js';

const FACTS: readonly string[] = [
  'User prefers short answers',
  '用户喜欢简洁的回答',
  'The backups of {{host}} run at {{time}} UTC',
  'No nuts in recipes',
  '{{service}} is deployed from branch {{branch}}',
  'ユーザーは電車で移動する',
];

/** A fact kept for later. */
export function useMemory({ random, say }: Voice): ToolUse {
  const content = say(random.pick(FACTS));
  const args = { action: 'add', target: random.pick(['memory', 'user']), content };
  const result = dumpPythonJson({
    success: true,
    usage: `${random.int(4, 88)}%`,
    entry_count: random.int(1, 24),
    message: 'Entry added.',
  });
  return { name: 'memory', args, result, seconds: random.skewed(0.2) };
}

/** The agent's list of steps. */
export function useTodo({ random, topic, say }: Voice): ToolUse {
  const done = random.int(0, 3);
  const todos = random.sample(topic.points, 3).map((point, index) => ({
    id: String(index + 1),
    content: say(point),
    status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
  }));
  const result = dumpPythonJson({ todos, summary: { total: todos.length, completed: done } });
  return { name: 'todo', args: { todos }, result, seconds: random.skewed(0.1) };
}

/** A look into earlier chats. */
export function useSessionSearch({ random, topic, say }: Voice): ToolUse {
  const query = say(random.pick(topic.titles));
  const hits = Array.from({ length: random.int(0, 3) }, () => ({
    session_id: `2026${random.text(4, '01')}_${random.text(6, '012345')}_${random.hex(6)}`,
    snippet: say(random.pick(topic.answers)),
  }));
  const result = dumpPythonJson({ success: true, query, results: hits, count: hits.length });
  return { name: 'session_search', args: { query, limit: 3 }, result, seconds: random.skewed(1) };
}

/** A message to another platform. */
export function useSendMessage({ random, topic, say }: Voice): ToolUse {
  const target = random.pick(['telegram', 'slack:#ops', 'discord:#home', 'email:team@example.net']);
  const args = { target, message: say(random.pick(topic.answers)) };
  const result = dumpPythonJson({ success: true, platform: target.split(':')[0] ?? target });
  return { name: 'send_message', args, result, seconds: random.skewed(1) };
}

/** A job put on the timetable. */
export function useCronjob({ random, topic, say }: Voice): ToolUse {
  const schedule = random.pick(['0 7 * * *', '30 18 * * 1-5', 'every 2h', '0 9 * * 1']);
  const args = { action: 'create', schedule, prompt: say(random.pick(topic.follows)) };
  const result = dumpPythonJson({ success: true, job_id: random.hex(12), schedule });
  return { name: 'cronjob', args, result, seconds: random.skewed(0.3) };
}

/** Instructions that the agent reads before a task. */
export function useSkillView({ random, topic, say }: Voice): ToolUse {
  const name = random.pick(['plain-letters', 'meeting-notes', 'docker-debugging', 'trip-planner']);
  const content = `# ${name}\n\n${topic.points.map((point) => `- ${say(point)}`).join('\n')}\n`;
  const result = dumpPythonJson({ success: true, name, content });
  return { name: 'skill_view', args: { name }, result, seconds: random.skewed(0.2) };
}
