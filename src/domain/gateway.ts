/** Where the handing over of a session to a chat platform stands; all null when none was asked for. */
export interface Handoff {
  /** `pending`, `running`, `completed` or `failed`. */
  state: string | null;
  platform: string | null;
  error: string | null;
}

/** A Telegram topic and the session that is talked to in it. Times are epoch seconds. */
export interface TopicBinding {
  chat_id: string;
  thread_id: string;
  user_id: string;
  session_key: string;
  session_id: string;
  managed_mode: string;
  linked_at: number | null;
  updated_at: number | null;
}

export interface NewTopicBinding {
  chatId: string;
  threadId: string;
  userId: string;
  sessionKey: string;
  sessionId: string;
  /** `auto` when not given. */
  managedMode?: string | null;
}

/** Turns the topics of a chat on. What is null was not found out. */
export interface TopicMode {
  chatId: string;
  userId: string;
  hasTopicsEnabled?: boolean | null;
  allowsUsersToCreateTopics?: boolean | null;
}
