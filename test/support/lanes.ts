/**
 * Which lane a test file runs in: by its folder, or by a suffix where its folder does not say it. A new file is thus in
 * the right lane by where it lies. `test/architecture/lanes.test.ts` holds each file to what its lane allows.
 *
 * - pure: neither a vault nor another process
 * - server: a vault in this process, on SQLite
 * - peer: a program of another maker, without which its tests are skipped
 * - process: a program of our own, started as a process
 * - slice: what the quick lane has no time for: a bounded run of a long lane, every cell or format one by one, stories
 *   over several servers
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

/** Whether the file has a process of its own. */
export function isApart(file: string): boolean {
  return APART.some((glob) => matchesGlob(file, glob));
}
