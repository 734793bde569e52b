import { v7 as uuidV7 } from 'uuid';
import type { NewId } from '#contract/ids.ts';
import { fillPublicRandom } from '#crypto/random.ts';

const RANDOM_BYTES = 16;
const FIRST_IN_MS_MASK = 0x7fffffff;
const random = new Uint8Array(RANDOM_BYTES);
const words = new DataView(random.buffer);
let msecs = 0;
let seq = 0;

/** Generates a UUID version 7 of the requested id type; later ids of this process are greater. */
export const generateId: NewId = <Id extends string>() => {
  fillPublicRandom(random);
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = words.getUint32(0) & FIRST_IN_MS_MASK;
  } else seq += 1;
  return uuidV7({ random, msecs, seq }) as Id;
};
