import { randomFillSync } from 'node:crypto';
import { allocSecretBytes } from './bytes.ts';

/** Keys, nonces and salts come from here: the operating system's generator, through the native engine. */
export function randomBytes(length: number): Uint8Array {
  return randomFillSync(allocSecretBytes(length));
}

const POOL_BYTES = 4096;
const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

/**
 * Fills `target` (at most 4096 bytes) with randomness that is public at once: salts and nonces, never keys.
 * One call of the engine gives many of them, and each byte is wiped as it is given out.
 */
export function fillPublicRandom(target: Uint8Array): void {
  if (used + target.length > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const end = used + target.length;
  target.set(pool.subarray(used, end));
  pool.fill(0, used, end);
  used = end;
}
