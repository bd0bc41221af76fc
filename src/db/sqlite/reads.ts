import type { SearchIndex } from '../../domain/search.js';
import type {
  ConversationReads,
  LineageReads,
  MessageReads,
  SearchReads,
  SessionReads,
} from '../store.js';
import * as conversations from './conversations/lists.js';
import * as lineage from './lineage/walks.js';
import { ROW_CONTENT_BYTES } from './messages/columns.js';
import * as contents from './messages/contents.js';
import * as messages from './messages/lists.js';
import * as relations from './messages/relations.js';
import * as details from './sessions/details.js';
import * as lists from './sessions/lists.js';
import { previews } from './sessions/previews.js';
import { nextFreeTitle, sessionByTitle } from './sessions/titles.js';
import type { Engine } from './verbs.js';

/** Reading sessions: lists, look-ups, and what is known of each beside its columns. */
export function sessionReads({ reader, now }: Engine): SessionReads {
  return {
    sessionsByIds: (ids) => lists.sessionsByIds(reader, ids),
    sessionsByPrefix: (prefix, limit) => lists.sessionsByPrefix(reader, prefix, limit),
    sessionPage: (filter, order, page) => lists.sessionPage(reader, filter, order, page, now()),
    sessionTotal: (filter) => lists.sessionTotal(reader, filter, now()),
    lastActive: (ids) => details.lastActive(reader, ids),
    durations: (ids) => details.durations(reader, ids),
    messageCounts: (ids) => details.messageCounts(reader, ids),
    previews: (ids) => previews(reader, ids),
    systemPrompts: (ids) => details.systemPrompts(reader, ids),
    modelConfigs: (ids) => details.modelConfigs(reader, ids),
    sessionByTitle: (title) => sessionByTitle(reader, title),
    nextTitle: (title) => nextFreeTitle(reader, title),
  };
}

/** Reading conversations: sessions joined over their compressions. */
export function conversationReads({ reader, now }: Engine): ConversationReads {
  return {
    conversationPage: (filter, order, page) =>
      conversations.conversationPage(reader, filter, order, page, now()),
    conversationTotal: (filter) => conversations.conversationTotal(reader, filter, now()),
    conversationHeads: (ids) => conversations.conversationHeads(reader, ids),
    segmentIds: (headIds) => conversations.segmentIds(reader, headIds),
  };
}

/** Walking the tree of sessions. */
export function lineageReads({ reader }: Engine): LineageReads {
  return {
    children: (ids, kind, limit) => lineage.children(reader, ids, kind, limit),
    childCounts: (ids) => details.childCounts(reader, ids),
    lineageKinds: (ids) => lineage.lineageKinds(reader, ids),
    ancestorIds: (ids, limit) => lineage.ancestorIds(reader, ids, limit),
    origins: (ids, limit) => lineage.origins(reader, ids, limit),
    descendantIds: (ids, limit) => lineage.descendantIds(reader, ids, limit),
    tipIds: (ids) => lineage.tipIds(reader, ids),
  };
}

/** Reading messages, by id, by page, and by what belongs to them. */
export function messageReads({ reader }: Engine): MessageReads {
  return {
    messagesByIds: (ids) => messages.messagesByIds(reader, ids, ROW_CONTENT_BYTES),
    contentTexts: (ids, maxLength) => contents.contentTexts(reader, ids, maxLength),
    contentLengths: (ids) => contents.contentLengths(reader, ids),
    contentPartLists: (ids) => contents.contentPartLists(reader, ids),
    messagePages: (ids, filter, page) => messages.messagePages(reader, ids, filter, page),
    messageTotals: (ids, filter) => messages.messageTotals(reader, ids, filter),
    messageNeighbours: (ids) => relations.messageNeighbours(reader, ids),
    toolResults: (keys) => relations.toolResults(reader, keys),
  };
}

/**
 * Searching; in a process of its own, for the cost depends on the text. `met` is told of an index
 * that a search found damaged.
 */
export function searchReads({ heavy }: Engine, met: (index: SearchIndex) => void): SearchReads {
  const noticed = <Found extends { damaged: readonly SearchIndex[] }>(page: Found): Found => {
    page.damaged.forEach(met);
    return page;
  };
  return {
    search: async (tree, filter, order, page, signal) =>
      noticed(await heavy.run('search', { tree, filter, order, page }, signal)),
    searchTotal: (tree, filter, signal) => heavy.run('searchTotal', { tree, filter }, signal),
    searchSessions: async (tree, filter, page, signal) =>
      noticed(await heavy.run('searchSessions', { tree, filter, page }, signal)),
    searchSessionsTotal: (tree, filter, signal) =>
      heavy.run('searchSessionsTotal', { tree, filter }, signal),
    searchContexts: (ids, signal) => heavy.run('searchContexts', { ids }, signal),
  };
}
