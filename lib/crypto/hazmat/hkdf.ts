/**
 * HMAC and HKDF over SHA-256 and SHA-512 with two engines: node:crypto for the product, noble as a second
 * implementation. HKDF is written as its two HMAC steps, because `hkdfSync` cannot expand without extracting
 * (Cobblestone needs that), refuses infos over 1 KiB, and is slower.
 * Source: RFC 2104; RFC 5869.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { allocSecretBytes, wipe } from '#crypto/bytes.ts';
import { oneShotHmac } from './one-shot-hmac.ts';

export type HashName = 'sha256' | 'sha512';
export type Hmac = (hash: HashName, key: Uint8Array, ...message: readonly Uint8Array[]) => Uint8Array;

const HASH_BYTES: Readonly<Record<HashName, number>> = { sha256: 32, sha512: 64 };
const NOBLE_HASHES = { sha256, sha512 } as const;
const MAX_BLOCKS = 255;

export const nativeHmac: Hmac = oneShotHmac;

export const nobleHmac: Hmac = (hash, key, ...message) => {
  const mac = hmac.create(NOBLE_HASHES[hash], key);
  for (const part of message) mac.update(part);
  return mac.digest();
};

/** `prk` may be shorter than the hash. @throws RangeError above 255 blocks. */
export function hkdfExpand(
  engine: Hmac,
  hash: HashName,
  prk: Uint8Array,
  info: Uint8Array,
  length: number,
): Uint8Array {
  const blocks = Math.ceil(length / HASH_BYTES[hash]);
  if (blocks > MAX_BLOCKS) throw new RangeError(`HKDF cannot give ${length} bytes`);
  const okm = allocSecretBytes(blocks * HASH_BYTES[hash]);
  let previous: Uint8Array = new Uint8Array(0);
  for (let counter = 1; counter <= blocks; counter += 1) {
    const block = engine(hash, prk, previous, info, Uint8Array.of(counter));
    okm.set(block, (counter - 1) * HASH_BYTES[hash]);
    wipe(previous);
    previous = block;
  }
  wipe(previous, okm.subarray(length));
  return okm.subarray(0, length);
}

export function hkdf(
  engine: Hmac,
  hash: HashName,
  ikm: Uint8Array,
  salt: Uint8Array,
  info: Uint8Array,
  length: number,
): Uint8Array {
  const prk = engine(hash, salt, ikm);
  const okm = hkdfExpand(engine, hash, prk, info, length);
  prk.fill(0);
  return okm;
}
