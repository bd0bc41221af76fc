/** How often a tool was used. */
export interface ToolCount {
  name: string;
  count: number;
}

/**
 * Counts tool use by session. A use leaves a call in an assistant message and a result row, but some
 * front ends store only one of the two, so each tool counts in each session with the larger number.
 */
export class ToolTally {
  private readonly sessions = new Map<string, Map<string, { calls: number; results: number }>>();

  /** Adds one call, or one result. */
  add(sessionId: string, name: string, kind: 'calls' | 'results'): void {
    const tools = this.sessions.get(sessionId) ?? new Map<string, ToolUse>();
    this.sessions.set(sessionId, tools);
    const tool = tools.get(name) ?? { calls: 0, results: 0 };
    tools.set(name, tool);
    tool[kind] += 1;
  }

  /** The tools of one session, the most used first. */
  ofSession(sessionId: string): ToolCount[] {
    const tools = this.sessions.get(sessionId) ?? new Map<string, ToolUse>();
    return ordered([...tools].map(([name, tool]) => ({ name, count: uses(tool) })));
  }

  /** The tools of all sessions together, the most used first. */
  total(): ToolCount[] {
    const sums = new Map<string, number>();
    for (const tools of this.sessions.values()) {
      for (const [name, tool] of tools) sums.set(name, (sums.get(name) ?? 0) + uses(tool));
    }
    return ordered([...sums].map(([name, count]) => ({ name, count })));
  }
}

interface ToolUse {
  calls: number;
  results: number;
}

function uses(tool: ToolUse): number {
  return Math.max(tool.calls, tool.results);
}

function ordered(tools: ToolCount[]): ToolCount[] {
  return tools.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
