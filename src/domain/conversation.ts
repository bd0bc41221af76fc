/** What people call one chat, named by its first session. Everything else of it is looked up. */
export interface ConversationRow {
  /** The session it begins with. */
  head_id: string;
}
