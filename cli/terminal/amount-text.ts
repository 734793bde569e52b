/** Formats byte counts and durations for people. */

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
const STEP = 1024;

/** Formats «903 B» or «1.2 GiB» in the largest fitting unit. */
export function bytesText(bytes: number): string {
  const at = unitOf(bytes);
  return `${inUnit(bytes, at)} ${UNITS[at]}`;
}

/** Formats both numbers in the unit of the total: «1.2 of 3.0 GiB». */
export function bytesOf(done: number, total: number): string {
  const at = unitOf(total);
  return `${inUnit(done, at)} of ${inUnit(total, at)} ${UNITS[at]}`;
}

/** Formats «40 s», «3 min», «2 h 10 min», without false precision. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function unitOf(bytes: number): number {
  let at = 0;
  // A value that would round to 1024 is written as 1 of the next unit.
  for (let left = bytes; left >= STEP - 0.05 && at < UNITS.length - 1; left /= STEP) at += 1;
  return at;
}

function inUnit(bytes: number, at: number): string {
  return at === 0 ? String(bytes) : (bytes / STEP ** at).toFixed(1);
}
