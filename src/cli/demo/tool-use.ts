import type { JsonValue } from '../../domain/python-json.js';
import type { ToolName } from './topic.js';
import { useCronjob, useMemory, useSendMessage, useSessionSearch } from './tools-agent.js';
import { useSkillView, useTodo } from './tools-agent.js';
import { usePatch, useReadFile, useSearchFiles, useWriteFile } from './tools-files.js';
import { useExecuteCode, useProcess, useTerminal } from './tools-shell.js';
import { useBrowserNavigate, useBrowserSnapshot, useBrowserVision } from './tools-web.js';
import { useImageGenerate, useVisionAnalyze, useWebExtract, useWebSearch } from './tools-web.js';
import type { Voice } from './voice.js';

/** One call of a tool with its answer. */
export interface ToolUse {
  name: ToolName | 'delegate_task';
  /** The arguments, before they become text. */
  args: JsonValue;
  /** The content of the tool's message, in the form of the column. */
  result: string;
  /** How long the tool ran. */
  seconds: number;
}

const TOOLS: Readonly<Record<ToolName, (voice: Voice) => ToolUse>> = {
  terminal: useTerminal,
  process: useProcess,
  execute_code: useExecuteCode,
  read_file: useReadFile,
  write_file: useWriteFile,
  search_files: useSearchFiles,
  patch: usePatch,
  web_search: useWebSearch,
  web_extract: useWebExtract,
  browser_navigate: useBrowserNavigate,
  browser_snapshot: useBrowserSnapshot,
  browser_vision: useBrowserVision,
  vision_analyze: useVisionAnalyze,
  image_generate: useImageGenerate,
  memory: useMemory,
  todo: useTodo,
  session_search: useSessionSearch,
  send_message: useSendMessage,
  cronjob: useCronjob,
  skill_view: useSkillView,
};

/** One to three calls that belong to one answer of the agent, of tools that suit the topic. */
export function useTools(voice: Voice): ToolUse[] {
  const { random, topic } = voice;
  const count = random.weighted([
    [1, 80],
    [2, 15],
    [3, 5],
  ]);
  const names = new Set(random.sample(topic.tools, count));
  return [...names].map((name) => TOOLS[name](voice));
}
