/**
 * How much of a session's own counter each of its models used, so that models and sessions add up to
 * the same total.
 *
 * A model's part stands as it is noted, and what nobody noted stays with the session's own model.
 * Where more is noted than the session counts (its counter was set back), parts are cut in
 * proportion. Negative parts count nothing; a counter that is not positive is not shared out.
 *
 * @param own the session's counter
 * @param parts what is noted of each model
 * @param round to what shares are exact: tokens to whole ones, dollars to a billionth
 * @returns a share for each part; together at most `own`
 */
export function modelShares(
  own: number,
  parts: readonly number[],
  round: (share: number) => number,
): number[] {
  if (own <= 0) return parts.map(() => 0);
  const noted = parts.map((part) => round(Math.max(0, part)));
  const sum = upTo(noted, noted.length);
  if (round(sum) <= round(own)) return noted;
  return noted.map((_, place) => {
    const before = round((upTo(noted, place) / sum) * own);
    const after = round((upTo(noted, place + 1) / sum) * own);
    return round(after - before);
  });
}

/** The first parts together, finite. */
function upTo(parts: readonly number[], end: number): number {
  const sum = parts.slice(0, end).reduce((total, part) => total + part, 0);
  return Math.min(Number.MAX_VALUE, sum);
}
