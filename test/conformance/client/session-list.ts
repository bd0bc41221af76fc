import { type FragmentType, graphql, readFragment } from './generated/index.js';
import type { SessionListQuery, SessionRowFragment } from './generated/graphql.js';

export const SessionRow = graphql(`
  fragment SessionRow on Session {
    id
    sessionId
    title
    status
    startedAt
    messageCount
    usage {
      total
    }
    cost {
      usd
      basis
    }
    parent {
      ...SessionName
    }
  }
`);

export const SessionName = graphql(`
  fragment SessionName on Session {
    sessionId
    title
  }
`);

export const SessionListDocument = graphql(`
  query SessionList($first: Int!, $after: String, $filter: SessionFilter, $orderBy: SessionOrder) {
    sessions(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
      totalCount
      nodes {
        ...SessionRow
      }
      edges {
        cursor
        node {
          ...SessionRow
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** A page as lines of text, once by its nodes and once by its edges, each through the mask. */
export function sessionLines({ sessions }: SessionListQuery): {
  fromNodes: string[];
  fromEdges: string[];
} {
  return {
    fromNodes: readFragment(SessionRow, sessions.nodes).map(lineOf),
    fromEdges: sessions.edges.map(({ node }) => maskedLine(node)),
  };
}

function maskedLine(session: FragmentType<typeof SessionRow>): string {
  return lineOf(readFragment(SessionRow, session));
}

function lineOf(row: SessionRowFragment): string {
  const parent = readFragment(SessionName, row.parent);
  const started = row.startedAt === null ? 'some time' : new Date(row.startedAt).toISOString();
  return [
    row.title ?? row.sessionId,
    row.status.toLowerCase(),
    `since ${started}`,
    `${row.messageCount.toFixed()} messages`,
    `${row.usage.total.toFixed()} tokens`,
    row.cost.usd === null ? 'unknown cost' : `$${row.cost.usd.toFixed(2)}`,
    parent === null ? 'a root' : `from ${parent.sessionId}`,
  ].join(', ');
}
