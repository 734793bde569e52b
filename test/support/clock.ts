import type { Clock } from '#server/system/clock.ts';

/** A clock that stands still until it is turned. */
export interface TestClock extends Clock {
  readonly advance: (ms: number) => void;
}

/** Starts at the real time by default, because certificates are judged by it. */
export function createTestClock(startMs: number = Date.now()): TestClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
