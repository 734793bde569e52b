/**
 * Determines the lane of a test file by its folder or suffix. `test/architecture/lanes.test.ts` checks each file
 * against its lane.
 *
 * - pure: neither a vault nor another process
 * - server: a vault in this process, on SQLite
 * - peer: an external program, without which its tests are skipped
 * - process: our own program as a process
 * - slice: too slow for the quick lane: a bounded run of a long lane, every cell or format, stories over several
 * servers
 */
import { matchesGlob } from 'node:path';
import { APART } from './isolated-tests.ts';

export const LANES = ['pure', 'server', 'peer', 'process', 'slice'] as const;
export type Lane = (typeof LANES)[number];

const SUFFIX = /\.(server|peer|process|slice)\.test\.tsx?$/;
const SERVED = /^test\/(?:cli|main|sdk|server)\//;

/** @param file path from the root, with `/` */
export function laneOf(file: string): Lane {
  const suffix = SUFFIX.exec(file)?.[1];
  return LANES.find((lane) => lane === suffix) ?? (SERVED.test(file) ? 'server' : 'pure');
}

/** Returns true if the file has its own process. */
export function isApart(file: string): boolean {
  return APART.some((glob) => matchesGlob(file, glob));
}
