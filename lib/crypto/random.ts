import { randomFillSync } from 'node:crypto';
import { allocSecretBytes } from './bytes.ts';

/** Returns random bytes for keys, nonces and salts from the operating system's generator, through the native engine. */
export function randomBytes(length: number): Uint8Array {
  return randomFillSync(allocSecretBytes(length));
}

const POOL_BYTES = 4096;
const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

/**
 * Fills `target` (at most 4096 bytes) with randomness that will be public: salts and nonces, never keys. Draws many
 * bytes per engine call, and wipes each as it is used.
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
