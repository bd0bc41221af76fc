import { graphql } from './tag.js';

export const query = graphql`
  query sessionPageQuery($filter: SessionFilter) {
    ...sessionPage_list @arguments(filter: $filter)
  }
`;

/** A list that pages in both directions. */
export const list = graphql`
  fragment sessionPage_list on Query
  @refetchable(queryName: "sessionPagePaginationQuery")
  @argumentDefinitions(
    filter: { type: "SessionFilter" }
    first: { type: "Int" }
    after: { type: "String" }
    last: { type: "Int" }
    before: { type: "String" }
  ) {
    sessions(filter: $filter, first: $first, after: $after, last: $last, before: $before)
      @connection(key: "sessionPage_sessions") {
      totalCount
      edges {
        node {
          sessionId
          ...sessionPage_row
        }
      }
    }
  }
`;

/** One session, asked for again through `node`. */
export const row = graphql`
  fragment sessionPage_row on Session @refetchable(queryName: "sessionPageRowRefetchQuery") {
    title
    status
    lastActiveAt
    usage {
      total
    }
    parent {
      sessionId
    }
  }
`;

/** A transcript below a session: the newest page first, older ones as the reader scrolls up. */
export const transcript = graphql`
  fragment sessionPage_transcript on Session
  @refetchable(queryName: "sessionPageTranscriptPaginationQuery")
  @argumentDefinitions(last: { type: "Int", defaultValue: 50 }, before: { type: "String" }) {
    messages(last: $last, before: $before) @connection(key: "sessionPage_messages") {
      edges {
        node {
          ...sessionPage_message
        }
      }
    }
  }
`;

export const message = graphql`
  fragment sessionPage_message on Message
  @refetchable(queryName: "sessionPageMessageRefetchQuery") {
    role
    content(maxLength: 500)
    toolCalls {
      id
      name
    }
  }
`;

export const end = graphql`
  mutation sessionPageEndMutation($input: EndSessionInput!) {
    endSession(input: $input) {
      __typename
      ... on EndSessionPayload {
        session {
          ...sessionPage_row
        }
      }
      ... on UserError {
        message
      }
    }
  }
`;

/** What a person calls one chat, with the newest of its messages over all segments. */
export const chat = graphql`
  fragment sessionPage_chat on Conversation
  @refetchable(queryName: "sessionPageChatPaginationQuery")
  @argumentDefinitions(last: { type: "Int", defaultValue: 20 }, before: { type: "String" }) {
    title
    messages(last: $last, before: $before) @connection(key: "sessionPageChat_messages") {
      edges {
        node {
          ...sessionPage_message
        }
      }
    }
  }
`;
