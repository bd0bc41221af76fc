import { graphql } from './generated/index.js';
import type { EndSessionMutation } from './generated/graphql.js';

export const EndSessionDocument = graphql(`
  mutation EndSession($input: EndSessionInput!) {
    endSession(input: $input) {
      __typename
      ... on EndSessionPayload {
        alreadyEnded
        session {
          sessionId
          endReason
        }
      }
      ... on SessionNotFoundError {
        sessionId
      }
      ... on UserError {
        message
      }
    }
  }
`);

/** What came of it, as a sentence. Errors that are added later have a message too. */
export function endSentence({ endSession }: EndSessionMutation): string {
  if (endSession.__typename === 'EndSessionPayload') {
    const { sessionId, endReason } = endSession.session;
    const ended = endSession.alreadyEnded ? 'had ended before' : 'is ended';
    return `${sessionId} ${ended}: ${endReason ?? 'no reason'}.`;
  }
  if (endSession.__typename === 'SessionNotFoundError') return `Gone: ${endSession.sessionId}.`;
  return endSession.message;
}
