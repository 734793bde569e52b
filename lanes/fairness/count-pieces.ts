import type { FairTurns } from '#server/system/concurrency/fair-scheduler.ts';

/**
 * Largest number of pieces of work that may run before a waiting request: the running one, and one queued before it.
 */
export const PIECES_MAX = 2;

/** Counts each piece of work that starts from now on. `key` names the client whose work delays others. */
export function countPieces(turns: FairTurns, key: string) {
  let pieces = 0;
  let longestWait = 0;
  const { begin, giveWay } = turns;
  const heard: Pick<FairTurns, 'begin' | 'giveWay'> = {
    begin(of, work) {
      const before = pieces;
      begin(of, () => {
        if (of === key) pieces += 1;
        else longestWait = Math.max(longestWait, pieces - before);
        work();
      });
    },
    async giveWay(of) {
      await giveWay(of);
      if (of === key) pieces += 1;
    },
  };
  Object.assign(turns, heard);
  return { told: () => ({ pieces, longestWait }) };
}
