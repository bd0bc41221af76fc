import type { SessionStore } from '../../src/db/store.js';
import { SessionNotFoundError } from '../../src/domain/errors.js';
import { exportedMessage, exportedSession } from '../../src/domain/export.js';
import type { JsonValue } from '../../src/domain/python-json.js';
import {
  flag,
  newMessage,
  newSession,
  prune,
  text,
  textOrNull,
  usage,
  type Arguments,
} from './reference-arguments.js';
import { asReferenceError } from './reference-errors.js';
import type { TestClock } from './store.js';

export { ReferenceError } from './reference-errors.js';

/** How often each method of the reference reads its clock; those not named do not. */
const CLOCK_READS: Record<string, number> = {
  create_session: 1,
  ensure_session: 1,
  end_session: 1,
  append_message: 1,
  replace_messages: 1,
  update_token_counts: 1,
  prune_sessions: 1,
  prune_empty_ghost_sessions: 1,
  finalize_orphaned_compression_sessions: 2,
  maybe_auto_prune_and_vacuum: 2,
  enable_telegram_topic_mode: 1,
  disable_telegram_topic_mode: 1,
  bind_telegram_topic: 1,
};

const ALL_MESSAGES = Number.MAX_SAFE_INTEGER;

/**
 * The reference store's methods, by their own names and arguments, said in our verbs: so that the
 * golden files, which were written down by running the reference, can be run against ours. What the
 * reference passes over in silence (an unknown session) is an error of ours, and silence here.
 *
 * The clock stands still during a call and then moves on as often as the reference reads it.
 */
export class ReferenceStore {
  constructor(
    private readonly store: SessionStore,
    private readonly clock: TestClock,
    private readonly step: number,
  ) {}

  /** Calls a method. What it raises is a ReferenceError. */
  async call(method: string, args: Arguments): Promise<unknown> {
    const run = this.methods[method];
    if (run === undefined) throw new TypeError(`The reference's "${method}" is not known here.`);
    try {
      return (await run(args)) ?? null;
    } catch (error) {
      throw asReferenceError(error);
    } finally {
      this.skip(method);
    }
  }

  /** Moves the clock on as a call would, without calling. */
  skip(method: string): void {
    this.clock.advance(this.step * (CLOCK_READS[method] ?? 0));
  }

  private readonly methods: Record<string, (args: Arguments) => Promise<unknown>> = {
    create_session: async (args) => {
      await this.store.createSession({ source: text(args['source']), ...newSession(args) });
      return args['session_id'];
    },
    ensure_session: async (args) => {
      const source = text(args['source'] ?? 'unknown');
      await this.store.createSession({ source, ...newSession(args) });
      return args['session_id'];
    },
    end_session: ({ session_id: id, end_reason: reason }) =>
      orSilence(this.store.endSession(text(id), textOrNull(reason))),
    reopen_session: ({ session_id: id }) => orSilence(this.store.reopenSession(text(id))),
    update_system_prompt: ({ session_id: id, system_prompt: prompt }) =>
      orSilence(
        this.store.updateSession({ sessionId: text(id), systemPrompt: textOrNull(prompt) }),
      ),
    update_token_counts: async (args) => {
      const sessionId = text(args['session_id']);
      const model = textOrNull(args['model']);
      await this.store.createSession({ sessionId, source: 'unknown', model });
      await this.store.recordUsage({ ...usage(args), sessionId, model });
    },
    get_session: ({ session_id: id }) => this.session(text(id)),
    session_count: ({ source }) =>
      Promise.resolve(this.store.sessionTotal(source ? { sources: [text(source)] } : {})),
    message_count: async ({ session_id: id }) =>
      id
        ? (await this.store.messageTotals([[text(id)]], {}))[0]
        : (await this.store.status()).messageCount,

    append_message: async ({ session_id: id, ...message }) =>
      (await this.store.appendMessage({ ...newMessage(message), sessionId: text(id) })).message.id,
    replace_messages: async ({ session_id: id, messages }) => {
      const list = (messages as Arguments[]).map(({ role = 'unknown', ...message }) =>
        newMessage({ role, ...message }),
      );
      const replaced = this.store.replaceMessages(text(id), list);
      await (list.length === 0 ? orSilence(replaced) : replaced);
    },
    clear_messages: ({ session_id: id }) => orSilence(this.store.clearMessages(text(id))),
    get_messages: ({ session_id: id }) => this.messages(text(id)),

    set_session_title: async ({ session_id: id, title }) =>
      this.store.setSessionTitle(text(id), textOrNull(title)).then(() => true, orFalse),
    get_session_title: async ({ session_id: id }) =>
      (await this.store.sessionsByIds([text(id)]))[0]?.title,

    delete_session: async ({ session_id: id }) =>
      this.store.deleteSession(text(id), 'SESSION').then(() => true, orFalse),
    prune_sessions: async ({ older_than_days: days = 90, source }) =>
      (await this.store.pruneSessions(prune(Number(days), source))).count,
    prune_empty_ghost_sessions: async () => (await this.store.pruneEmptyGhosts()).sessionIds.length,
    finalize_orphaned_compression_sessions: async () =>
      (await this.store.finalizeOrphanedCompressions()).sessionIds.length,
    maybe_auto_prune_and_vacuum: async (args) => {
      const { error, ...report } = await this.store.runUpkeep({
        retentionDays: Number(args['retention_days'] ?? 90),
        basis: 'STARTED',
        minIntervalHours: Number(args['min_interval_hours'] ?? 24),
        vacuum: args['vacuum'] !== false,
      });
      return error === null ? report : { ...report, error };
    },

    get_meta: async ({ key }) => this.store.meta(text(key)),
    set_meta: ({ key, value }) =>
      this.store.setMeta(text(key), value === null ? null : `${value as string | number}`),

    request_handoff: ({ session_id: id, platform }) =>
      this.store.requestHandoff(text(id), text(platform)).catch(orFalse),
    claim_handoff: ({ session_id: id }) => this.store.claimHandoff(text(id)).catch(orFalse),
    complete_handoff: ({ session_id: id }) => orSilence(this.store.completeHandoff(text(id))),
    fail_handoff: ({ session_id: id, error }) =>
      orSilence(this.store.failHandoff(text(id), text(error))),
    get_handoff_state: async ({ session_id: id }) => this.store.handoff(text(id)),
    list_pending_handoffs: async () => this.sessions(await this.store.pendingHandoffs()),

    enable_telegram_topic_mode: (args) =>
      this.store.enableTopicMode({
        chatId: text(args['chat_id']),
        userId: text(args['user_id']),
        hasTopicsEnabled: flag(args['has_topics_enabled']),
        allowsUsersToCreateTopics: flag(args['allows_users_to_create_topics']),
      }),
    disable_telegram_topic_mode: ({ chat_id: chat, clear_bindings: clear = true }) =>
      this.store.disableTopicMode(text(chat), { clearBindings: clear === true }),
    is_telegram_topic_mode_enabled: async ({ chat_id: chat, user_id: user }) =>
      this.store.isTopicModeEnabled(text(chat), text(user)),
    get_telegram_topic_binding: async ({ chat_id: chat, thread_id: thread }) =>
      this.store.topicBinding(text(chat), text(thread)),
    get_telegram_topic_binding_by_session: async ({ session_id: id }) =>
      this.store.topicBindingOfSession(text(id)),
    list_telegram_topic_bindings_for_chat: async ({ chat_id: chat }) =>
      this.store.topicBindingsOfChat(text(chat)),
    is_telegram_session_linked_to_topic: async ({ session_id: id }) =>
      (await this.store.topicBindingOfSession(text(id))) !== null,
    bind_telegram_topic: async (args) => {
      await this.store.bindTopic({
        chatId: text(args['chat_id']),
        threadId: text(args['thread_id']),
        userId: text(args['user_id']),
        sessionKey: text(args['session_key']),
        sessionId: text(args['session_id']),
        managedMode: textOrNull(args['managed_mode']),
      });
    },
    list_unlinked_telegram_sessions_for_user: async ({ user_id: user, limit = 10 }) =>
      this.richSessions(await this.store.unlinkedTelegramSessions(text(user), Number(limit))),
  };

  /** A session with all its columns, as the reference's dictionaries have them. */
  async session(id: string): Promise<Record<string, JsonValue> | null> {
    const row = (await this.store.exportedSessions([id]))[0];
    return row == null ? null : exportedSession(row);
  }

  /** A session's messages, content decoded and tool calls parsed. */
  async messages(id: string): Promise<Record<string, JsonValue>[]> {
    const rows = await this.store.exportedMessages(id, 0, ALL_MESSAGES);
    return rows.map(({ state: _state, ...row }) => exportedMessage(row));
  }

  /** The sessions with preview and last activity, which the reference counts from the start. */
  async richSessions(sessions: readonly { id: string }[]): Promise<Record<string, unknown>[]> {
    const ids = sessions.map(({ id }) => id);
    const previews = await this.store.previews(ids);
    const lastActive = await this.store.lastActive(ids);
    const rows = await this.sessions(sessions);
    return rows.map((row, index) => ({
      ...row,
      preview: previews[index] ?? '',
      last_active: lastActive[index],
    }));
  }

  private async sessions(sessions: readonly { id: string }[]) {
    const rows = await Promise.all(sessions.map(({ id }) => this.session(id)));
    return rows.filter((row) => row !== null);
  }
}

async function orSilence(done: Promise<unknown>): Promise<null> {
  await done.catch((error: unknown) => {
    if (!(error instanceof SessionNotFoundError)) throw error;
  });
  return null;
}

function orFalse(error: unknown): false {
  if (error instanceof SessionNotFoundError) return false;
  throw error;
}
