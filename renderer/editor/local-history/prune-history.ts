/** Which moments of a draft are kept: all of the last two minutes, fewer of those before, and never too many. */

export type MomentKind = 'opened' | 'written' | 'displaced';

export interface HistoryEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: MomentKind;
  readonly bytes: number;
}

const ALL_MS = 2 * 60_000;
const CLOSE_MS = 10 * 60_000;
/** At least this far apart, up to ten minutes back and before that. */
const CLOSE_STEP_MS = 4_000;
const FAR_STEP_MS = 2 * 60_000;
const MOMENTS_MAX = 200;
const BYTES_MAX = 24_000_000;

/** Of `moments`, oldest first. What was followed by a shorter text stays: something was taken out of it. */
export function pruneHistory<Entry extends HistoryEntry>(moments: readonly Entry[], now: number): Entry[] {
  const kept: Entry[] = [];
  for (const [at, moment] of moments.entries()) {
    const next = moments[at + 1];
    const isLate = now - moment.at <= ALL_MS || next === undefined || next.bytes < moment.bytes;
    const step = now - moment.at > CLOSE_MS ? FAR_STEP_MS : CLOSE_STEP_MS;
    const before = kept.at(-1);
    const isApart = !before || moment.at - before.at >= step;
    if (isLate || moment.kind !== 'written' || isApart) kept.push(moment);
  }
  let bytes = 0;
  return kept
    .toReversed()
    .filter((moment, at) => {
      bytes += moment.bytes;
      return at < MOMENTS_MAX && (bytes <= BYTES_MAX || at === 0);
    })
    .toReversed();
}
