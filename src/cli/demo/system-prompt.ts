/** What every invented system prompt says, before the list of skills that brings it to its size. */
const BODY = `You are Hermes, a careful agent that helps one person with code, servers and everyday plans.

# How you work
- Say what you are about to do in one sentence, then do it.
- Read before you write, and test before you say that something works.
- Never delete files, send messages or spend money without being asked to.
- Answer in the language of the question; keep code, paths and names as they are.
- When a tool fails, read its message, change something, and try again; after three tries, say so.

# Memory
Keep facts that will matter next week: names of machines, tastes, decisions and their reasons. Do not
keep secrets, and do not keep what the files already say. Entries are short and end without a full stop.

# Tools
terminal runs commands with a time limit; process watches what goes on in the background. read_file,
write_file, patch and search_files work on the folder of the project. web_search and web_extract read
public pages; browser_* tools drive a real browser. delegate_task gives a part of the work to a helper
that shares no memory with you: tell it everything it needs. cronjob plans work for later.

# The person
Prefers short answers with numbers in them. Works in UTC. Two children, one cat, no nuts in recipes.
`;

const SKILLS = [
  'docker-debugging: builds that fail, images that grow, ports that clash',
  'plain-letters: mails and letters that sound like a person',
  'trip-planner: trains first, short ways, one indoor stop a day',
  'sqlite-care: plans, indexes, migrations that can be undone',
  'meeting-notes: decisions, owners, dates, nothing else',
  'incident-review: timeline, causes, follow-ups, no blame',
  'meal-plan: a week of dinners and the list to shop for them',
  'csv-cleaning: encodings, separators, rows that do not fit',
];

const HINTS: Readonly<Record<string, string>> = {
  cli: 'You speak through a terminal: plain text, no wide tables.',
  tui: 'You speak through a terminal with panels: Markdown is shown.',
  cron: 'You run from a timetable; nobody reads along. End with one report.',
};

const HELPER = `You are a helper that works on one task and knows nothing else of the chat.
Do the task, check the result, and answer with a summary of at most ten lines: what you did, what you
found, which files you changed, and what is left open.`;

/**
 * Makes system prompts of about `bytes` bytes, all ASCII: whole lines where there is room for more
 * than the beginning. Prompts of one kind are one text, so that thousands of sessions share it. Zero
 * bytes gives none.
 */
export function createPrompts(bytes: number): (source: string, rebuilt: boolean) => string | null {
  const made = new Map<string, string>();
  return (source, rebuilt) => {
    if (bytes <= 0) return null;
    const key = `${source} ${rebuilt}`;
    let prompt = made.get(key);
    if (prompt === undefined) {
      prompt = write(source, rebuilt, bytes);
      made.set(key, prompt);
    }
    return prompt;
  };
}

/** The short prompt of a helper that works on one task. */
export function helperPrompt(bytes: number): string | null {
  return bytes <= 0 ? null : HELPER.slice(0, bytes);
}

function write(source: string, rebuilt: boolean, bytes: number): string {
  const hint = HINTS[source] ?? `You speak through ${source}: short paragraphs, few headings.`;
  const parts = [BODY, `# This platform\n${hint}\n`];
  if (rebuilt) parts.push('# Earlier\nThis chat was compressed; its summary comes first.\n');
  parts.push('# Skills');
  let length = parts.join('\n').length;
  if (length > bytes) return parts.join('\n').slice(0, bytes);
  for (let n = 0; length < bytes; n++) {
    const line = `- ${SKILLS[n % SKILLS.length] ?? ''} (${n + 1})`;
    parts.push(line);
    length += line.length + 1;
  }
  return parts.join('\n');
}
