import { createHash } from 'node:crypto';
import { send } from './answer.js';
import type { Exchange } from './exchange.js';
import { HELP_SCRIPT } from './graphiql-help.js';

/** The queries that GraphiQL opens with, one a tab. */
export const exampleTabs: readonly string[] = [
  `# The newest chats. Ctrl-Enter runs it,
# Ctrl-Space completes what you type.
query NewestChats {
  conversations(first: 10) {
    totalCount
    nodes {
      title
      preview
      lastActiveAt
      messageCount
      cost {
        usd
      }
    }
  }
}
`,
  `# Words are ANDed; "a phrase", OR, NOT
# and prefix* are understood.
query Search {
  search(query: "error OR fail*", first: 10) {
    nodes {
      snippet
      message {
        role
        timestamp
      }
      session {
        sessionId
        title
      }
    }
  }
}
`,
  `# The end of the newest transcript, and what
# was compressed before it. For another one:
# session(sessionId: "…") { … }
query Transcript {
  sessions(
    first: 1
    orderBy: { field: LAST_ACTIVE_AT }
  ) {
    nodes {
      sessionId
      title
      ancestors {
        sessionId
        title
      }
      messages(last: 20) {
        nodes {
          role
          content(maxLength: 500)
          toolCalls {
            name
            arguments
          }
        }
      }
    }
  }
}
`,
  `# Use and cost of every session.
query Usage {
  stats {
    sessionCount
    messageCount
    usage {
      total
      cacheHitRate
    }
    cost {
      usd
      unknownSessions
    }
    byModel {
      key
      sessionCount
      cost {
        usd
      }
    }
  }
}
`,
];

const OPENING = '<script>';

interface Page {
  html: Buffer;
  policy: string;
}

/**
 * Makes the answer to a browser at `/graphql`: GraphiQL with its scripts, styles and fonts inside,
 * so that it asks no host but this one. The page is rendered once, when it is first wanted.
 */
export function createGraphiql(
  tabs: readonly string[] = exampleTabs,
): (exchange: Exchange) => Promise<null> {
  let page: Promise<Page> | undefined;
  return async (exchange) => {
    page ??= renderPage(tabs);
    const { html, policy } = await page;
    const type = 'text/html; charset=utf-8';
    return send(exchange, 200, { 'Content-Type': type, 'Content-Security-Policy': policy }, html);
  };
}

async function renderPage(tabs: readonly string[]): Promise<Page> {
  // Nine megabytes of script, which a server that nobody opens in a browser need not read.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'hermes-graphql',
    endpoint: '/graphql',
    credentials: 'same-origin',
    // Also for subscriptions: an address is cut off at 16 KiB, and a query does not belong in it.
    method: 'POST',
    additionalHeaders: { 'x-hermes-graphql': '1' },
    // A token typed into the headers would stay in the browser's storage.
    shouldPersistHeaders: false,
    defaultTabs: tabs.map((query) => ({ query })),
  });
  const start = html.indexOf(OPENING) + OPENING.length;
  const script = HELP_SCRIPT + html.slice(start, html.lastIndexOf('</script>'));
  return {
    html: Buffer.from(html.slice(0, start) + HELP_SCRIPT + html.slice(start)),
    policy: policyFor(script),
  };
}

/** Lets the one script of the page run and ask this host; nothing else may load or be asked. */
function policyFor(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'font-src data:',
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
