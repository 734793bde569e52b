/** The time as services see it, injected so that tests turn it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number;
  /** Milliseconds since some instant, which nobody sets back; by `nowMs` where there is none. */
  readonly elapsedMs?: () => number;
}

export const systemClock: Clock = { nowMs: () => Date.now(), elapsedMs: () => performance.now() };

export function elapsedMs({ elapsedMs: elapsed, nowMs }: Clock): number {
  return elapsed?.() ?? nowMs();
}

/** The clock's now as an RFC 3339 UTC instant with milliseconds. */
export function nowInstant(clock: Clock): string {
  return new Date(clock.nowMs()).toISOString();
}
