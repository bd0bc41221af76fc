/** The languages that the invented chats are held in. */
export type Language = 'en' | 'zh' | 'ja' | 'ko' | 'fr' | 'de' | 'es' | 'ar';

/** The tools that the invented agent calls, as the agent names them. */
export type ToolName =
  | 'terminal'
  | 'process'
  | 'execute_code'
  | 'read_file'
  | 'write_file'
  | 'search_files'
  | 'patch'
  | 'web_search'
  | 'web_extract'
  | 'browser_navigate'
  | 'browser_snapshot'
  | 'browser_vision'
  | 'vision_analyze'
  | 'image_generate'
  | 'memory'
  | 'todo'
  | 'session_search'
  | 'send_message'
  | 'cronjob'
  | 'skill_view';

/**
 * What one conversation is about. All texts are templates: `{{name}}` stands for a slot (see
 * slots.ts) and is the same throughout a session where the slot is a sticky one.
 */
export interface Topic {
  language: Language;
  area: 'code' | 'ops' | 'life';
  titles: readonly string[];
  /** First questions. */
  asks: readonly string[];
  /** Later questions. */
  follows: readonly string[];
  /** What the agent answers. */
  answers: readonly string[];
  /** Items for the lists inside answers. */
  points: readonly string[];
  /** What the agent thinks before it answers. */
  thoughts: readonly string[];
  tools: readonly ToolName[];
}
