/** How values are spread: null where there are none. */
export interface Distribution {
  mean: number | null;
  p50: number | null;
  p95: number | null;
  max: number | null;
}

/** Mean, median, 95th percentile and maximum of finite values, in their unit. */
export function distribution(values: readonly number[]): Distribution {
  const sorted = Float64Array.from(values).sort();
  const sum = sorted.reduce((total, value) => total + value, 0);
  return {
    mean: sorted.length === 0 ? null : sum / sorted.length,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: sorted.at(-1) ?? null,
  };
}

/** A quantile of sorted values, between two of them by linear interpolation. */
export function quantile(sorted: Float64Array, share: number): number | null {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) return null;
  return below + (above - below) * (position - Math.floor(position));
}
