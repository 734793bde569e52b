/**
 * Selects the local history entries to keep: all of the last two minutes, fewer older ones, up to a limit.
 */

export type MomentKind = 'opened' | 'written' | 'displaced';

export interface HistoryEntry {
  /** Time of the entry in milliseconds since the epoch. */
  readonly at: number;
  readonly kind: MomentKind;
  readonly bytes: number;
}

const ALL_MS = 2 * 60_000;
const CLOSE_MS = 10 * 60_000;
/** Minimum distance of entries up to ten minutes old; older ones are wider apart. */
const CLOSE_STEP_MS = 4_000;
const FAR_STEP_MS = 2 * 60_000;
const MOMENTS_MAX = 200;
const BYTES_MAX = 24_000_000;

/**
 * Returns the entries to keep from `moments`, oldest first. Keeps one before the text became shorter, because
 * something was deleted then.
 */
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
