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
 * @param whole whether shares must be whole numbers, as tokens are and dollars are not
 * @returns a share for each part; together at most `own`
 */
export function modelShares(own: number, parts: readonly number[], whole: boolean): number[] {
  if (own <= 0) return parts.map(() => 0);
  const noted = parts.map((part) => Math.max(0, part));
  const sum = noted.reduce((total, part) => total + part, 0);
  if (sum <= own) return noted;
  let before = 0;
  return noted.map((part) => {
    const upTo = (before / sum) * own;
    before += part;
    const after = (before / sum) * own;
    return whole ? Math.round(after) - Math.round(upTo) : after - upTo;
  });
}
