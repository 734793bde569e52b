/**
 * The three kinds of 32-byte key, branded so that one cannot be passed as another. Brands are created only here: by
 * generating, or by parsing freshly unwrapped bytes.
 */
import { CryptoError } from '#crypto/crypto-error.ts';
import { randomBytes } from '#crypto/random.ts';

export const KEY_BYTES = 32;

declare const brand: unique symbol;

/** Seals the content of one document or drive node. Never wraps another key. */
export type Dek = Uint8Array & { readonly [brand]: 'Dek' };
/** Wraps the DEKs of one security group, in one generation. Never seals content. */
export type GroupKey = Uint8Array & { readonly [brand]: 'GroupKey' };
/** Wraps one principal's own seeds. Never leaves that principal's session. */
export type PrincipalKey = Uint8Array & { readonly [brand]: 'PrincipalKey' };

/**
 * Refuses a wiped key, which is all zeros: sealing under it would publish the content. Every use of a key calls this.
 * @throws CryptoError unless 32 bytes, not all of them zero.
 */
export function assertUsableKey(key: Uint8Array): void {
  let bits = 0;
  for (const byte of key) bits |= byte;
  if (key.length !== KEY_BYTES || bits === 0) throw new CryptoError();
}

function assertKeyLength(bytes: Uint8Array): void {
  if (bytes.length !== KEY_BYTES) throw new CryptoError();
}

export function generateDek(): Dek {
  return randomBytes(KEY_BYTES) as Dek;
}

export function generateGroupKey(): GroupKey {
  return randomBytes(KEY_BYTES) as GroupKey;
}

export function generatePrincipalKey(): PrincipalKey {
  return randomBytes(KEY_BYTES) as PrincipalKey;
}

/** Brands unwrapped bytes as a DEK. @throws CryptoError unless 32 bytes. */
export function parseDek(bytes: Uint8Array): Dek {
  assertKeyLength(bytes);
  return bytes as Dek;
}

/** Brands unwrapped bytes as a group key. @throws CryptoError unless 32 bytes. */
export function parseGroupKey(bytes: Uint8Array): GroupKey {
  assertKeyLength(bytes);
  return bytes as GroupKey;
}

/** Brands unwrapped bytes as a principal key. @throws CryptoError unless 32 bytes. */
export function parsePrincipalKey(bytes: Uint8Array): PrincipalKey {
  assertKeyLength(bytes);
  return bytes as PrincipalKey;
}
