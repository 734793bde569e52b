import type { FairTurns } from '#server/system/concurrency/fair-turns.ts';

/** The piece that was running, and one that had its turn first. */
export const PIECES_MAX = 2;

/** From here on each piece of work that begins is counted. `key`: whose pieces others wait for. */
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
