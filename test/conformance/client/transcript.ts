import { graphql } from './generated/index.js';
import type { TranscriptQuery } from './generated/graphql.js';

export const TranscriptDocument = graphql(`
  query Transcript($sessionId: String!, $last: Int!, $filter: MessageFilter) {
    session(sessionId: $sessionId) {
      modelConfig
      messages(last: $last, filter: $filter) {
        nodes {
          messageId
          role
          content(maxLength: 200)
          timestamp
          toolCalls {
            name
            arguments
          }
        }
      }
    }
  }
`);

/** A transcript as lines of text; null when there is no such session. */
export function transcriptLines({ session }: TranscriptQuery): string[] | null {
  if (session === null) return null;
  return session.messages.nodes.map(({ messageId, role, content, timestamp, toolCalls }) => {
    const calls = toolCalls.map((call) => `${call.name ?? '?'}(${call.arguments ?? ''})`);
    const said = [content, ...calls].filter((part) => part !== null && part !== '');
    return `${messageId.toFixed()} ${timestamp ?? '-'} ${role}: ${said.join(' ')}`;
  });
}

/** A setting of the model. JSON is `unknown` until it is looked at. */
export function temperatureOf({ session }: TranscriptQuery): number | null {
  const config = session?.modelConfig;
  if (typeof config !== 'object' || config === null || !('temperature' in config)) return null;
  return typeof config.temperature === 'number' ? config.temperature : null;
}
