/** Two samples taken in pairs, and how far one can be told from the other. */

export interface Told {
  readonly pairs: number;
  /** Of the differences of the pairs, in microseconds. */
  readonly medianDifferenceUs: number;
  /** 95 % of it, by 2,000 resamplings. */
  readonly between: readonly [low: number, high: number];
  /**
   * How often one of the first took longer than one of the second, ties halved (Mann–Whitney U by the number of all
   * pairings): 0.5 where nobody can tell them apart by one request.
   */
  readonly share: number;
  /** Of that share, in standard deviations from one half. */
  readonly z: number;
}

const RESAMPLINGS = 2_000;

export function tellApart(first: readonly number[], second: readonly number[]): Told {
  const differences = first.map((value, at) => value - (second[at] ?? value));
  const medians = Array.from({ length: RESAMPLINGS }, () =>
    medianOf(differences.map(() => differences[Math.floor(Math.random() * differences.length)] ?? 0)),
  ).toSorted((a, b) => a - b);
  const share = shareAbove(first, second);
  const [n, m] = [first.length, second.length];
  return {
    pairs: n,
    medianDifferenceUs: medianOf(differences),
    between: [medians[Math.floor(0.025 * RESAMPLINGS)] ?? 0, medians[Math.floor(0.975 * RESAMPLINGS)] ?? 0],
    share,
    z: (share - 0.5) / Math.sqrt((n + m + 1) / (12 * n * m)),
  };
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

/** By the sum of ranks; equal values share theirs. */
function shareAbove(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].toSorted((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1;
    const rank = (from + 1 + to) / 2;
    rankSum += rank * all.slice(from, to).filter(({ isFirst }) => isFirst).length;
    from = to;
  }
  return (rankSum - (first.length * (first.length + 1)) / 2) / (first.length * second.length);
}
