/** Primitives for opening a hand-over, from noble alone: the same code in Node and in a page. */
import { gcm } from '@noble/ciphers/aes.js';
import { argon2idAsync } from '@noble/hashes/argon2.js';

/** `sealed` is ciphertext and tag. Undefined when it does not verify. */
export function openAesGcm(
  key: Uint8Array,
  nonce: Uint8Array,
  sealed: Uint8Array,
  aad: Uint8Array,
): Uint8Array | undefined {
  try {
    return gcm(key, nonce, aad).decrypt(sealed);
  } catch {
    return undefined;
  }
}

/** Returns `length` bytes and yields to other events. @param onProgress from 0 to 1 */
export function portableArgon2id(
  password: Uint8Array,
  salt: Uint8Array,
  {
    length,
    ...params
  }: { readonly m: number; readonly t: number; readonly p: number; readonly length: number },
  onProgress: (share: number) => void,
): Promise<Uint8Array> {
  return argon2idAsync(password, salt, { ...params, dkLen: length, onProgress });
}
