/** Medians and spread of runs, because a single figure says little on a shared machine. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** Formats a spread, as in `0.41 to 0.47 ×`. */
export function spreadWords(samples: readonly number[], digits: number, unit: string): string {
  return `${Math.min(...samples).toFixed(digits)} to ${Math.max(...samples).toFixed(digits)} ${unit}`;
}
