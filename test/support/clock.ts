import type { Clock } from '#server/system/clock.ts';

/** Fake clock that moves only when told to. */
export interface TestClock extends Clock {
  readonly advance: (ms: number) => void;
}

/** Starts at the real time by default, because certificates depend on it. */
export function createTestClock(startMs: number = Date.now()): TestClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
