import { randomBytes } from '#crypto/random.ts';

/** Uniform enough for a sample: `end` is far below 2^32. */
export function randomBelow(end: number): number {
  return Buffer.from(randomBytes(4)).readUInt32BE() % end;
}
