/**
 * Adapts the number of items per event-loop turn to the measured time, so that no request waits longer than one turn.
 */

/** Half the time a turn may take, so that twice as expensive items still fit. */
const AIM_MS = 25;
export const FIRST_TURN = 16;
const MIN = 4;
const MAX = 500;

export interface TurnSize {
  readonly next: () => number;
  /** Reports that the last batch took `ms`. */
  readonly took: (ms: number) => void;
}

export function createTurnSize(): TurnSize {
  let size = FIRST_TURN;
  return {
    next: () => size,
    took(ms) {
      const wanted = ms <= 0 ? size * 2 : Math.floor((size * AIM_MS) / ms);
      // Grows in steps, shrinks at once.
      size = Math.max(MIN, Math.min(MAX, size * 2, wanted));
    },
  };
}
