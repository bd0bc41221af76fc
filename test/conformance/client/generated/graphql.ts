/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What a cost rests on. */
export type CostBasis =
  /** The provider said what it charged. */
  | 'ACTUAL'
  /** Worked out from tokens and a price list. */
  | 'ESTIMATED'
  /** Covered by a subscription. */
  | 'INCLUDED'
  /** Nothing is known; the cost is not zero. */
  | 'UNKNOWN';

/** A range of US dollars; both ends belong to it. An unknown cost is in no range. */
export type CostRangeInput = {
  /** At most so much. */
  max?: number | null | undefined;
  /** At least so much. */
  min?: number | null | undefined;
};

/** A range of whole numbers; both ends belong to it. */
export type CountRangeInput = {
  /** At most so many. */
  max?: number | null | undefined;
  /** At least so many. */
  min?: number | null | undefined;
};

/** A session to be ended. */
export type EndSessionInput = {
  /** Why it ends, such as `user_exit`. Null ends it without a reason. */
  endReason?: string | null | undefined;
  /** Its id. */
  sessionId: string;
};

/** Which messages are meant: all that is given must hold. Lists are "any of". */
export type MessageFilter = {
  /** With none of these roles. */
  excludeRoles?: Array<string> | null | undefined;
  /** With one of these roles, such as `user` or `tool`. */
  roles?: Array<string> | null | undefined;
  /** In one of these states; only ACTIVE ones when not given. */
  states?: Array<MessageState> | null | undefined;
  /** Written in this range. */
  timestamp?: TimeRangeInput | null | undefined;
  /** Results of one of these tools. */
  toolNames?: Array<string> | null | undefined;
};

/** Whether a message is part of the conversation. In older files all are ACTIVE. */
export type MessageState =
  /** Part of the conversation. */
  | 'ACTIVE'
  /** Folded into a summary when Hermes compacted the session in place. Hidden from `messages` unless asked for; search finds it. */
  | 'COMPACTED'
  /** Taken back by the user. Shown only when asked for by this state. */
  | 'UNDONE';

/** Which end of an order comes first. */
export type OrderDirection =
  /** Smallest, earliest or alphabetically first. */
  | 'ASC'
  /** Largest, latest or alphabetically last. */
  | 'DESC';

/** Which sessions are meant: all that is given must hold. Lists are "any of"; an empty list of excludes excludes nothing. */
export type SessionFilter = {
  /** Whether it was put away. On files of older versions nothing is. */
  archived?: boolean | null | undefined;
  /** With a known cost in this range. */
  costUsd?: CostRangeInput | null | undefined;
  /** Ended for one of these reasons. */
  endReasons?: Array<string> | null | undefined;
  /** Not these sessions. */
  excludeSessionIds?: Array<string> | null | undefined;
  /** From none of these sources. */
  excludeSources?: Array<string> | null | undefined;
  /** Whether the session names another one as its parent, be that there or gone. */
  hasParent?: boolean | null | undefined;
  /** Whether the session has a title. */
  hasTitle?: boolean | null | undefined;
  /** Last active in this range. */
  lastActiveAt?: TimeRangeInput | null | undefined;
  /** With so many messages. */
  messageCount?: CountRangeInput | null | undefined;
  /** With one of these models. */
  models?: Array<string> | null | undefined;
  /** Children of this session. */
  parentSessionId?: string | null | undefined;
  /** Whether it was pinned. On files of older versions nothing is. */
  pinned?: boolean | null | undefined;
  /** Billed by one of these providers. */
  providers?: Array<string> | null | undefined;
  /** Only these sessions. */
  sessionIds?: Array<string> | null | undefined;
  /** From one of these sources, such as `telegram`. */
  sources?: Array<string> | null | undefined;
  /** Started in this range. */
  startedAt?: TimeRangeInput | null | undefined;
  /** In this state. */
  status?: SessionStatus | null | undefined;
  /** The title holds this text, taken literally; ASCII letters in either case. */
  titleContains?: string | null | undefined;
  /** With so many tool calls. */
  toolCallCount?: CountRangeInput | null | undefined;
  /** With so many tokens in all. */
  totalTokens?: CountRangeInput | null | undefined;
  /** Of one of these users. */
  userIds?: Array<string> | null | undefined;
};

/** An order of sessions. Those without the value come last in both directions, and equal ones are ordered by session id. */
export type SessionOrder = {
  /** Which end comes first. */
  direction?: OrderDirection | null | undefined;
  /** Order by this. */
  field: SessionOrderField;
};

/** What sessions are ordered by. */
export type SessionOrderField =
  /** By known cost. */
  | 'COST'
  /** By duration. */
  | 'DURATION'
  /** By end. */
  | 'ENDED_AT'
  /** By `lastActiveAt`: newest message, else end, else start. */
  | 'LAST_ACTIVE_AT'
  /** By number of messages. */
  | 'MESSAGE_COUNT'
  /** By start. */
  | 'STARTED_AT'
  /** By title, in the order of code points. */
  | 'TITLE'
  /** By number of tool calls. */
  | 'TOOL_CALL_COUNT'
  /** By tokens in all. */
  | 'TOTAL_TOKENS';

/** Whether a session is being used. */
export type SessionStatus =
  /** Not ended, and last active less than five minutes from now, on either side. */
  | 'ACTIVE'
  /** Ended. */
  | 'ENDED'
  /** Not ended, and quiet for longer. */
  | 'IDLE';

/** A half-open range of time: `from` belongs to it, `until` does not. */
export type TimeRangeInput = {
  /** Not before this instant. */
  from?: string | null | undefined;
  /** Before this instant. */
  until?: string | null | undefined;
};

export type EndSessionMutationVariables = Exact<{
  input: EndSessionInput;
}>;


export type EndSessionMutation = { endSession:
    | { __typename: 'EndSessionPayload', alreadyEnded: boolean, session: { sessionId: string, endReason: string | null } }
    | { __typename: 'InvalidInputError', message: string }
    | { __typename: 'ReadOnlyStoreError', message: string }
    | { __typename: 'SearchIndexDamagedError', message: string }
    | { __typename: 'SessionLockedError', message: string }
    | { __typename: 'SessionNotFoundError', sessionId: string, message: string }
    | { __typename: 'StoreBusyError', message: string }
    | { __typename: 'StoreCorruptError', message: string }
    | { __typename: 'StoreFullError', message: string }
    | { __typename: 'StoreReplacedError', message: string }
   };

export type SessionRowFragment = { id: string, sessionId: string, title: string | null, status: SessionStatus, startedAt: string | null, messageCount: number, usage: { total: number }, cost: { usd: number | null, basis: CostBasis }, parent: { ' $fragmentRefs'?: { 'SessionNameFragment': SessionNameFragment } } | null } & { ' $fragmentName'?: 'SessionRowFragment' };

export type SessionNameFragment = { sessionId: string, title: string | null } & { ' $fragmentName'?: 'SessionNameFragment' };

export type SessionListQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  filter?: SessionFilter | null | undefined;
  orderBy?: SessionOrder | null | undefined;
}>;


export type SessionListQuery = { sessions: { totalCount: number, nodes: Array<{ ' $fragmentRefs'?: { 'SessionRowFragment': SessionRowFragment } }>, edges: Array<{ cursor: string, node: { ' $fragmentRefs'?: { 'SessionRowFragment': SessionRowFragment } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TranscriptQueryVariables = Exact<{
  sessionId: string;
  last: number;
  filter?: MessageFilter | null | undefined;
}>;


export type TranscriptQuery = { session: { modelConfig: unknown, messages: { nodes: Array<{ messageId: number, role: string, content: string | null, timestamp: string | null, toolCalls: Array<{ name: string | null, arguments: string | null }> }> } } | null };

export const SessionNameFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]} as unknown as DocumentNode<SessionNameFragment, unknown>;
export const SessionRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"messageCount"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"cost"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]} as unknown as DocumentNode<SessionRowFragment, unknown>;
export const EndSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EndSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EndSessionPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alreadyEnded"}},{"kind":"Field","name":{"kind":"Name","value":"session"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"endReason"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SessionNotFoundError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<EndSessionMutation, EndSessionMutationVariables>;
export const SessionListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SessionList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SessionFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SessionOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionRow"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionRow"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SessionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Session"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"messageCount"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"cost"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SessionName"}}]}}]}}]} as unknown as DocumentNode<SessionListQuery, SessionListQueryVariables>;
export const TranscriptDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Transcript"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sessionId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MessageFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"session"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"sessionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sessionId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"modelConfig"}},{"kind":"Field","name":{"kind":"Name","value":"messages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"content"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"maxLength"},"value":{"kind":"IntValue","value":"200"}}]},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"toolCalls"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<TranscriptQuery, TranscriptQueryVariables>;