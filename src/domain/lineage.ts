/** Where a session's parents lead to. */
export interface Origin {
  /** The farthest ancestor; the session itself when it has none. */
  root_id: string;
  /** How many ancestors it has. */
  depth: number;
  /** Whether the parents run in a circle; its last session counts as the root. */
  is_circular: boolean;
  /** Whether the root names a parent whose row is gone. */
  is_orphan: boolean;
}

/** Where a chain leads to. */
export interface ChainEnd {
  /** The last id before there is none, or before the chain comes to an id again. */
  end: string;
  /** How many other ids the chain has. */
  steps: number;
  isCircular: boolean;
}

/** What follows each id; null or missing at an end. */
export type Following = ReadonlyMap<string, string | null>;

/**
 * The end of the chain from each id. What chains share is walked once, so that the work grows with the
 * ids that there are, and not with the number of chains times their length.
 */
export function chainEnds(starts: readonly string[], following: Following): ChainEnd[] {
  const known = new Map<string, ChainEnd>();
  return starts.map((start) => {
    const path: string[] = [];
    const onPath = new Map<string, number>();
    let current: string | null = start;
    while (current !== null && !known.has(current) && !onPath.has(current)) {
      onPath.set(current, path.length);
      path.push(current);
      current = following.get(current) ?? null;
    }
    const circle = current === null ? undefined : onPath.get(current);
    if (circle !== undefined) closeCircle(path.splice(circle), known);
    let end = current === null ? undefined : known.get(current);
    for (const id of path.reverse()) {
      end = end === undefined ? endHere(id) : { ...end, steps: end.steps + 1 };
      known.set(id, end);
    }
    return known.get(start) ?? endHere(start);
  });
}

/** The last id of the chain from each id; in a circle, which has no last one, the id itself. */
export function chainTips(starts: readonly string[], following: Following): string[] {
  return chainEnds(starts, following).map(({ end, isCircular }, index) =>
    isCircular ? (starts[index] ?? end) : end,
  );
}

/** The ids that follow one, each once, at most `limit`, without itself. */
export function chainOf(start: string, following: Following, limit = Infinity): string[] {
  const seen = new Set([start]);
  let current = following.get(start) ?? null;
  while (current !== null && !seen.has(current) && seen.size <= limit) {
    seen.add(current);
    current = following.get(current) ?? null;
  }
  return [...seen].slice(1);
}

/** From each id of a circle, the chain ends at the one before it. */
function closeCircle(circle: readonly string[], known: Map<string, ChainEnd>): void {
  let before = circle.at(-1);
  for (const id of circle) {
    known.set(id, { end: before ?? id, steps: circle.length - 1, isCircular: true });
    before = id;
  }
}

function endHere(id: string): ChainEnd {
  return { end: id, steps: 0, isCircular: false };
}
