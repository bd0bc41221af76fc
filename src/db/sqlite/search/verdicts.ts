/**
 * What the indexes say about the messages of a range: `sure` ones match, `maybe` ones must be read
 * to know, all others do not match. No id is in both.
 */
export interface Verdicts {
  sure: ReadonlySet<number>;
  maybe: ReadonlySet<number>;
}

/** Ids that match for sure, and others that must be read. */
export function verdicts(sure: Iterable<number>, maybe: Iterable<number>): Verdicts {
  const certain = new Set(sure);
  return { sure: certain, maybe: new Set([...maybe].filter((id) => !certain.has(id))) };
}

/** Nothing is sure any more: all must be read. */
export function unsure(of: Verdicts): Verdicts {
  return { sure: new Set(), maybe: new Set([...of.sure, ...of.maybe]) };
}

/** Messages that match both. */
export function both(a: Verdicts, b: Verdicts): Verdicts {
  const known = (id: number) => b.sure.has(id) || b.maybe.has(id);
  return verdicts(
    [...a.sure].filter((id) => b.sure.has(id)),
    [...a.sure, ...a.maybe].filter(known),
  );
}

/** Messages that match either. */
export function either(a: Verdicts, b: Verdicts): Verdicts {
  return verdicts([...a.sure, ...b.sure], [...a.maybe, ...b.maybe]);
}

/** Messages that match the first and not the second. */
export function without(keep: Verdicts, drop: Verdicts): Verdicts {
  return verdicts(
    [...keep.sure].filter((id) => !drop.sure.has(id) && !drop.maybe.has(id)),
    [...keep.sure, ...keep.maybe].filter((id) => !drop.sure.has(id)),
  );
}

/** Whether nothing can match. */
export function isEmpty(of: Verdicts): boolean {
  return of.sure.size === 0 && of.maybe.size === 0;
}
