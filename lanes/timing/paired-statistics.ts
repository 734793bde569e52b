/** Statistics of paired request times: tests whether the differences are more than chance. */

/** Microseconds by which the first of a pair took longer, and the pair's subject. */
export interface Pair {
  readonly id: string;
  readonly differenceUs: number;
}

export interface Told {
  readonly pairs: number;
  /** Median of the differences; rare long waits do not affect it. */
  readonly medianUs: number;
  /** Confidence interval, by resampling ids instead of pairs, because pairs of one id are not independent. */
  readonly between: readonly [low: number, high: number];
  /** Share of pairs whose first took longer, ties halved: 0.5 means indistinguishable. */
  readonly share: number;
  /** Deviation of that share from one half, in standard deviations (sign test). */
  readonly z: number;
}

/** `unsettled`: the control pairs differed too, so this machine cannot tell. */
export type Verdict = 'alike' | 'apart' | 'unsettled';

const RESAMPLINGS = 2_000;

/** `level` of the interval: 0.95 for 95 %. */
export function pairedTest(pairs: readonly Pair[], level: number): Told {
  const byId = [...Map.groupBy(pairs, ({ id }) => id).values()].map((ofId) =>
    ofId.map(({ differenceUs }) => differenceUs),
  );
  const medians = Array.from({ length: RESAMPLINGS }, () =>
    medianOf(byId.flatMap(() => byId[Math.floor(Math.random() * byId.length)] ?? [])),
  ).toSorted((a, b) => a - b);
  const outside = Math.floor(((1 - level) / 2) * RESAMPLINGS);
  const differences = pairs.map(({ differenceUs }) => differenceUs);
  const longer = differences.reduce((sum, each) => sum + (each > 0 ? 1 : each === 0 ? 0.5 : 0), 0);
  const share = longer / pairs.length;
  return {
    pairs: pairs.length,
    medianUs: medianOf(differences),
    between: [medians[outside] ?? 0, medians[RESAMPLINGS - 1 - outside] ?? 0],
    share,
    z: (share - 0.5) * 2 * Math.sqrt(pairs.length),
  };
}

/** `control` are interleaved pairs that must be equal. */
export function verdictOf(told: Told, control: Told): Verdict {
  if (!holdsZero(control)) return 'unsettled';
  return holdsZero(told) ? 'alike' : 'apart';
}

function holdsZero({ between: [low, high] }: Told): boolean {
  return low <= 0 && high >= 0;
}

export function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}
