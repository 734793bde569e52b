import { randomFillSync } from 'node:crypto';

/** The only source of randomness in the product: the operating system's, through the native engine. */
export function randomBytes(length: number): Uint8Array {
  return randomFillSync(new Uint8Array(length));
}
