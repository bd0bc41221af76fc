import type { SessionRow } from '../../domain/session.js';
import { builder } from '../builder.js';
import { Session } from './ref.js';

/** Fields of files that newer versions of Hermes wrote. Older files have no such column: null. */
builder.objectFields(Session, (t) => {
  const stored = (column: keyof SessionRow & StringColumn, description: string) =>
    t.exposeString(column, {
      nullable: true,
      description: `${description} Null on files of older versions.`,
    });
  return {
    archived: t.exposeBoolean('archived', {
      nullable: true,
      description: 'Whether it was put away. Null on files of older versions.',
    }),
    pinned: t.exposeBoolean('pinned', {
      nullable: true,
      description: 'Whether it was pinned to the top. Null on files of older versions.',
    }),
    cwd: stored('cwd', 'The folder that the agent worked in.'),
    gitBranch: stored('git_branch', 'The git branch of that folder.'),
    gitRepoRoot: stored('git_repo_root', 'The root of its git repository.'),
    displayName: stored('display_name', 'What the platform calls the chat.'),
    chatId: stored('chat_id', 'The chat, as the platform names it.'),
    chatType: stored('chat_type', 'Kind of chat, such as `dm` or `group`.'),
    threadId: stored('thread_id', 'The thread or topic in the chat.'),
    profileName: stored('profile_name', 'The Hermes profile that ran it.'),
    titleSource: stored('title_source', 'Who gave the title: `user`, `llm` or `derived`.'),
  };
});

type StringColumn =
  | 'cwd'
  | 'git_branch'
  | 'git_repo_root'
  | 'display_name'
  | 'chat_id'
  | 'chat_type'
  | 'thread_id'
  | 'profile_name'
  | 'title_source';
