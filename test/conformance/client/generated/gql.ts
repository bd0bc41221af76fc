/* eslint-disable */
import * as types from './graphql.js';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  mutation EndSession($input: EndSessionInput!) {\n    endSession(input: $input) {\n      __typename\n      ... on EndSessionPayload {\n        alreadyEnded\n        session {\n          sessionId\n          endReason\n        }\n      }\n      ... on SessionNotFoundError {\n        sessionId\n      }\n      ... on UserError {\n        message\n      }\n    }\n  }\n": typeof types.EndSessionDocument,
    "\n  fragment SessionRow on Session {\n    id\n    sessionId\n    title\n    status\n    startedAt\n    messageCount\n    usage {\n      total\n    }\n    cost {\n      usd\n      basis\n    }\n    parent {\n      ...SessionName\n    }\n  }\n": typeof types.SessionRowFragmentDoc,
    "\n  fragment SessionName on Session {\n    sessionId\n    title\n  }\n": typeof types.SessionNameFragmentDoc,
    "\n  query SessionList($first: Int!, $after: String, $filter: SessionFilter, $orderBy: SessionOrder) {\n    sessions(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        ...SessionRow\n      }\n      edges {\n        cursor\n        node {\n          ...SessionRow\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.SessionListDocument,
    "\n  query Transcript($sessionId: String!, $last: Int!, $filter: MessageFilter) {\n    session(sessionId: $sessionId) {\n      modelConfig\n      messages(last: $last, filter: $filter) {\n        nodes {\n          messageId\n          role\n          content(maxLength: 200)\n          timestamp\n          toolCalls {\n            name\n            arguments\n          }\n        }\n      }\n    }\n  }\n": typeof types.TranscriptDocument,
};
const documents: Documents = {
    "\n  mutation EndSession($input: EndSessionInput!) {\n    endSession(input: $input) {\n      __typename\n      ... on EndSessionPayload {\n        alreadyEnded\n        session {\n          sessionId\n          endReason\n        }\n      }\n      ... on SessionNotFoundError {\n        sessionId\n      }\n      ... on UserError {\n        message\n      }\n    }\n  }\n": types.EndSessionDocument,
    "\n  fragment SessionRow on Session {\n    id\n    sessionId\n    title\n    status\n    startedAt\n    messageCount\n    usage {\n      total\n    }\n    cost {\n      usd\n      basis\n    }\n    parent {\n      ...SessionName\n    }\n  }\n": types.SessionRowFragmentDoc,
    "\n  fragment SessionName on Session {\n    sessionId\n    title\n  }\n": types.SessionNameFragmentDoc,
    "\n  query SessionList($first: Int!, $after: String, $filter: SessionFilter, $orderBy: SessionOrder) {\n    sessions(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        ...SessionRow\n      }\n      edges {\n        cursor\n        node {\n          ...SessionRow\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.SessionListDocument,
    "\n  query Transcript($sessionId: String!, $last: Int!, $filter: MessageFilter) {\n    session(sessionId: $sessionId) {\n      modelConfig\n      messages(last: $last, filter: $filter) {\n        nodes {\n          messageId\n          role\n          content(maxLength: 200)\n          timestamp\n          toolCalls {\n            name\n            arguments\n          }\n        }\n      }\n    }\n  }\n": types.TranscriptDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndSession($input: EndSessionInput!) {\n    endSession(input: $input) {\n      __typename\n      ... on EndSessionPayload {\n        alreadyEnded\n        session {\n          sessionId\n          endReason\n        }\n      }\n      ... on SessionNotFoundError {\n        sessionId\n      }\n      ... on UserError {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation EndSession($input: EndSessionInput!) {\n    endSession(input: $input) {\n      __typename\n      ... on EndSessionPayload {\n        alreadyEnded\n        session {\n          sessionId\n          endReason\n        }\n      }\n      ... on SessionNotFoundError {\n        sessionId\n      }\n      ... on UserError {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SessionRow on Session {\n    id\n    sessionId\n    title\n    status\n    startedAt\n    messageCount\n    usage {\n      total\n    }\n    cost {\n      usd\n      basis\n    }\n    parent {\n      ...SessionName\n    }\n  }\n"): (typeof documents)["\n  fragment SessionRow on Session {\n    id\n    sessionId\n    title\n    status\n    startedAt\n    messageCount\n    usage {\n      total\n    }\n    cost {\n      usd\n      basis\n    }\n    parent {\n      ...SessionName\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment SessionName on Session {\n    sessionId\n    title\n  }\n"): (typeof documents)["\n  fragment SessionName on Session {\n    sessionId\n    title\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SessionList($first: Int!, $after: String, $filter: SessionFilter, $orderBy: SessionOrder) {\n    sessions(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        ...SessionRow\n      }\n      edges {\n        cursor\n        node {\n          ...SessionRow\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): (typeof documents)["\n  query SessionList($first: Int!, $after: String, $filter: SessionFilter, $orderBy: SessionOrder) {\n    sessions(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {\n      totalCount\n      nodes {\n        ...SessionRow\n      }\n      edges {\n        cursor\n        node {\n          ...SessionRow\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Transcript($sessionId: String!, $last: Int!, $filter: MessageFilter) {\n    session(sessionId: $sessionId) {\n      modelConfig\n      messages(last: $last, filter: $filter) {\n        nodes {\n          messageId\n          role\n          content(maxLength: 200)\n          timestamp\n          toolCalls {\n            name\n            arguments\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Transcript($sessionId: String!, $last: Int!, $filter: MessageFilter) {\n    session(sessionId: $sessionId) {\n      modelConfig\n      messages(last: $last, filter: $filter) {\n        nodes {\n          messageId\n          role\n          content(maxLength: 200)\n          timestamp\n          toolCalls {\n            name\n            arguments\n          }\n        }\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;