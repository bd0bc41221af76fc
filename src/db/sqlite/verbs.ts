import type { Clock } from '../../domain/time.js';
import type { GatewayVerbs, StoreWrites, TranscriptReads } from '../store-writes.js';
import { exportedMessages, exportedSessions } from './export.js';
import * as handoffs from './handoff.js';
import type { Heavy } from './heavy/heavy.js';
import { resumableId } from './lineage/segments.js';
import { optimizeStore, runUpkeep, type Maintained } from './maintenance.js';
import { clearMessages, replaceMessages } from './messages/replace.js';
import { anchoredView, messagesAround } from './messages/window.js';
import { appendMessage, appendMessages } from './messages/writes.js';
import { setMeta } from './meta.js';
import type { PatientReads } from './patient-reads.js';
import { archiveSessions, pinSession, updateSession } from './sessions/changes.js';
import { setSessionTitle } from './sessions/naming.js';
import { prunableSessions, pruneSessions } from './sessions/prune.js';
import { deleteSession, deleteSessions } from './sessions/remove.js';
import { finalizeOrphanedCompressions, pruneEmptyGhosts } from './sessions/upkeep.js';
import { recordUsage } from './sessions/usage.js';
import { createSession, endSession, reopenSession } from './sessions/writes.js';
import * as topics from './telegram-topics.js';

/** What the verbs of one store work with: its file, its reader, its writer and the time. */
export interface Engine extends Maintained {
  reads: PatientReads;
  now: Clock;
  heavy: Heavy;
}

/** The verbs that change sessions and messages. */
export function storeWrites(engine: Engine): StoreWrites {
  const { reader, reads, write, writeInSteps, now } = engine;
  return {
    createSession: (session) => write((tx) => createSession(tx, session, now())),
    endSession: (id, endReason) => write((tx) => endSession(tx, id, endReason, now())),
    reopenSession: (id) => write((tx) => reopenSession(tx, id, now())),
    updateSession: (changes) => write((tx) => updateSession(tx, changes)),
    setSessionTitle: (id, title) => write((tx) => setSessionTitle(tx, id, title)),
    recordUsage: (usage) => write((tx) => recordUsage(tx, usage, now())),
    archiveSessions: (ids, archived) => write((tx) => archiveSessions(tx, ids, archived)),
    pinSession: (id, pinned) => write((tx) => pinSession(tx, id, pinned)),

    appendMessage: (message) => write((tx) => appendMessage(tx, message, now())),
    appendMessages: (messages) => writeInSteps((tx) => appendMessages(tx, messages, now())),
    replaceMessages: (id, messages) =>
      writeInSteps((tx) => replaceMessages(tx, id, messages, now())),
    clearMessages: (id) => writeInSteps((tx) => clearMessages(tx, id, now())),

    deleteSession: (id, scope) => writeInSteps((tx) => deleteSession(tx, id, scope, now())),
    deleteSessions: (ids, scope) => writeInSteps((tx) => deleteSessions(tx, ids, scope, now())),
    async pruneSessions(prune) {
      if (prune.dryRun) return reads.run(() => prunableSessions(reader, prune, now()));
      return writeInSteps((tx) => pruneSessions(tx, prune, now()));
    },
    pruneEmptyGhosts: () => writeInSteps((tx) => pruneEmptyGhosts(tx, now())),
    finalizeOrphanedCompressions: () => write((tx) => finalizeOrphanedCompressions(tx, now())),
    setMeta: (key, value) => write((tx) => setMeta(tx, key, value)),
    optimizeStore: (optimize) => optimizeStore(engine, optimize),
    runUpkeep: (upkeep) => runUpkeep(engine, upkeep, now()),
  };
}

/** Reading a transcript in the forms that others take it in. */
export function transcriptReads({ reader, heavy }: Engine): TranscriptReads {
  return {
    messagesAround: (keys, window) => messagesAround(reader, keys, window),
    anchoredView: (id, messageId, view) => anchoredView(reader, id, messageId, view),
    replays: (sessionIds, includeAncestors, signal) =>
      heavy.run('replays', { sessionIds, includeAncestors }, signal),
    resumableId: (id) => resumableId(reader, id),
    exportedSessions: (ids) => exportedSessions(reader, ids),
    exportedMessages: (id, afterId, limit) => exportedMessages(reader, id, afterId, limit),
  };
}

/** What the gateway to chat platforms keeps in the store. */
export function gatewayVerbs({ reader, write, now }: Engine): GatewayVerbs {
  return {
    handoff: (id) => handoffs.handoff(reader, id),
    pendingHandoffs: () => handoffs.pendingHandoffs(reader),
    requestHandoff: (id, platform) => write((tx) => handoffs.requestHandoff(tx, id, platform)),
    claimHandoff: (id) => write((tx) => handoffs.claimHandoff(tx, id)),
    completeHandoff: (id) => write((tx) => handoffs.completeHandoff(tx, id)),
    failHandoff: (id, error) => write((tx) => handoffs.failHandoff(tx, id, error)),

    isTopicModeEnabled: (chat, user) => topics.isTopicModeEnabled(reader, chat, user),
    topicBinding: (chat, thread) => topics.topicBinding(reader, chat, thread),
    topicBindingOfSession: (id) => topics.topicBindingOfSession(reader, id),
    topicBindingsOfChat: (chat) => topics.topicBindingsOfChat(reader, chat),
    unlinkedTelegramSessions: (user, limit) => topics.unlinkedTelegramSessions(reader, user, limit),
    enableTopicMode: (mode) => write((tx) => topics.enableTopicMode(tx, mode, now())),
    disableTopicMode: (chat, options) =>
      write((tx) => topics.disableTopicMode(tx, chat, options, now())),
    bindTopic: (binding) => write((tx) => topics.bindTopic(tx, binding, now())),
  };
}
