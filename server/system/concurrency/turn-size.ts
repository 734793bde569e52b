/** How much to do in one turn of the event loop, learnt from how long it took: no request waits longer than for one. */

/** Half of what a turn may take, so that one twice as dear as the one before still keeps to it. */
const AIM_MS = 25;
export const FIRST_TURN = 16;
const MIN = 4;
const MAX = 500;

export interface TurnSize {
  readonly next: () => number;
  /** That the next so many took so long. */
  readonly took: (ms: number) => void;
}

export function createTurnSize(): TurnSize {
  let size = FIRST_TURN;
  return {
    next: () => size,
    took(ms) {
      const wanted = ms <= 0 ? size * 2 : Math.floor((size * AIM_MS) / ms);
      // Up by steps, down at once.
      size = Math.max(MIN, Math.min(MAX, size * 2, wanted));
    },
  };
}
