/**
 * HMAC as two one-shot hashes over a scratch buffer that is wiped after each use: a third cheaper than an Hmac object
 * with its key object. Keys longer than a block and long messages use Node's own HMAC.
 * Source: RFC 2104.
 */
import { createHmac, createSecretKey, hash } from 'node:crypto';

type HashName = 'sha256' | 'sha512';

const BLOCK_BYTES: Readonly<Record<HashName, number>> = { sha256: 64, sha512: 128 };
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/**
 * Largest message hashed in the scratch buffer. Longer ones are rare, and for them Node's HMAC costs less than
 * copying.
 */
const MESSAGE_MAX_BYTES = 16 * 1024;
/** HMAC pads short keys with zeros, so one zero byte replaces the empty key, which createSecretKey refuses. */
const EMPTY_KEY = new Uint8Array(1);

const scratch = Buffer.alloc(BLOCK_BYTES.sha512 + MESSAGE_MAX_BYTES);

export function oneShotHmac(name: HashName, key: Uint8Array, ...message: readonly Uint8Array[]): Uint8Array {
  const block = BLOCK_BYTES[name];
  let bytes = 0;
  for (const part of message) bytes += part.length;
  if (key.length > block || bytes > MESSAGE_MAX_BYTES) return objectHmac(name, key, message);
  let end = block;
  for (const part of message) {
    scratch.set(part, end);
    end += part.length;
  }
  padKey(key, block, INNER_PAD);
  const inner = hash(name, scratch.subarray(0, end), 'buffer');
  padKey(key, block, OUTER_PAD);
  scratch.set(inner, block);
  const mac = hash(name, scratch.subarray(0, block + inner.length), 'buffer');
  // Wiped, because with a public salt as key the inner hash is equivalent to the derived key.
  inner.fill(0);
  scratch.fill(0, 0, Math.max(end, block + inner.length));
  return mac;
}

function padKey(key: Uint8Array, block: number, pad: number): void {
  scratch.fill(pad, 0, block);
  for (let at = 0; at < key.length; at += 1) scratch[at] = (key[at] ?? 0) ^ pad;
}

function objectHmac(name: HashName, key: Uint8Array, message: readonly Uint8Array[]): Uint8Array {
  const mac = createHmac(name, createSecretKey(key.length === 0 ? EMPTY_KEY : key));
  for (const part of message) mac.update(part);
  return mac.digest();
}
