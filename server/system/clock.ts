/** The clock of services, passed in so that tests can set it. */
export interface Clock {
  /** Returns the current time in milliseconds since the epoch. */
  readonly nowMs: () => number;
  /** Milliseconds of a monotonic clock, which cannot be set back; `nowMs` where absent. */
  readonly elapsedMs?: () => number;
}

export const systemClock: Clock = { nowMs: () => Date.now(), elapsedMs: () => performance.now() };

export function elapsedMs({ elapsedMs: elapsed, nowMs }: Clock): number {
  return elapsed?.() ?? nowMs();
}

/** The current time as RFC 3339 UTC with milliseconds. */
export function nowInstant(clock: Clock): string {
  return new Date(clock.nowMs()).toISOString();
}
