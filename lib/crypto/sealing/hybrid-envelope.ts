/**
 * Suite 0x02: seals to a principal's X-Wing public key (group key grants, admin secrets, hand-overs). Anyone can seal
 * to a public key, so this proves nothing about the sender; grants are also recorded by hash in the signed membership
 * list. Packed form: `salt (1121) || nonce (12) || ciphertext`.
 * Source: sealing design B4; draft-connolly-cfrg-xwing-kem-10.
 */
import type { Envelope } from '#contract/sealed-envelope.ts';
import { concatBytes, decodeBase64Url, encodeBase64Url, utf8, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hkdf } from '#crypto/hazmat/hkdf.ts';
import { engine } from '#crypto/hazmat/symmetric-engine.ts';
import {
  deriveXWingPublicKey,
  X_WING_ENCAPSULATION_BYTES,
  X_WING_ENCAPSULATION_RANDOM_BYTES,
  X_WING_PUBLIC_KEY_BYTES,
  X_WING_SEED_BYTES,
  xWingDecapsulate,
  xWingEncapsulate,
} from '#crypto/hazmat/x-wing.ts';
import { randomBytes } from '#crypto/random.ts';
import { sha256 } from '#crypto/sha256.ts';
import { encodeContext, type SealContext } from './context-bytes.ts';
import { NONCE_BYTES, OKM_BYTES, openAndWipe, prepareOpen, sealedBytes, sealWith } from './seal-subkey.ts';

const SUITE = 0x02;
const SALT_BYTES = 1 + X_WING_ENCAPSULATION_BYTES;
const HEADER_BYTES = SALT_BYTES + NONCE_BYTES;
const PAD_TO = 64;
const HKDF_SALT = utf8('srv.v1/seal/xwing');
const INFO_PREFIX = utf8('aes-256-gcm\0');

/** `encapsulation` and `publicKey` have fixed lengths, so joining them with the context is unambiguous. */
function deriveOkm(
  sharedSecret: Uint8Array,
  nonce: Uint8Array,
  encapsulation: Uint8Array,
  publicKey: Uint8Array,
  encodedContext: Uint8Array,
): Uint8Array {
  const info = concatBytes(INFO_PREFIX, nonce, sha256(encapsulation, publicKey, encodedContext));
  return hkdf(engine.hmac, 'sha512', sharedSecret, HKDF_SALT, info, OKM_BYTES);
}

/** Replaces noble's specific errors, so that every failure looks the same. */
function orCryptoError<T>(run: () => T): T {
  try {
    return run();
  } catch {
    throw new CryptoError();
  }
}

/** Seals like `sealHybrid`, into the packed form. */
export function sealHybridPacked(
  publicKey: Uint8Array,
  plaintext: Uint8Array,
  context: SealContext,
): Uint8Array {
  if (publicKey.length !== X_WING_PUBLIC_KEY_BYTES) throw new CryptoError();
  const random = randomBytes(X_WING_ENCAPSULATION_RANDOM_BYTES);
  const { sharedSecret, encapsulation } = orCryptoError(() => xWingEncapsulate(publicKey, random));
  const nonce = randomBytes(NONCE_BYTES);
  const encodedContext = encodeContext(context);
  const packed = new Uint8Array(HEADER_BYTES + sealedBytes(plaintext.length, PAD_TO));
  packed[0] = SUITE;
  packed.set(encapsulation, 1);
  packed.set(nonce, SALT_BYTES);
  const okm = deriveOkm(sharedSecret, nonce, encapsulation, publicKey, encodedContext);
  sealWith(okm, nonce, plaintext, sha256(encodedContext), packed.subarray(HEADER_BYTES));
  wipe(random, sharedSecret);
  return packed;
}

/**
 * `publicKey` may be passed if known; deriving it from the seed costs half a millisecond.
 * @throws CryptoError unless seed, context and every byte are right and the suite is 0x02.
 */
export function openHybridPacked(
  seed: Uint8Array,
  packed: Uint8Array,
  context: SealContext,
  publicKey: Uint8Array = deriveHybridPublicKey(seed),
): Uint8Array {
  if (seed.length !== X_WING_SEED_BYTES || packed.length < HEADER_BYTES || packed[0] !== SUITE) {
    throw new CryptoError();
  }
  const encapsulation = packed.subarray(1, SALT_BYTES);
  const nonce = packed.subarray(SALT_BYTES, HEADER_BYTES);
  const encodedContext = encodeContext(context);
  const sharedSecret = orCryptoError(() => xWingDecapsulate(seed, encapsulation));
  const okm = deriveOkm(sharedSecret, nonce, encapsulation, publicKey, encodedContext);
  wipe(sharedSecret);
  return openAndWipe(prepareOpen(okm, nonce, packed.subarray(HEADER_BYTES), sha256(encodedContext)));
}

/** Derives the X-Wing public key (1216 bytes) from a 32-byte seed. */
export function deriveHybridPublicKey(seed: Uint8Array): Uint8Array {
  return orCryptoError(() => deriveXWingPublicKey(seed));
}

/** Seals to an X-Wing public key (1216 bytes), bound to `context`. */
export function sealHybrid(publicKey: Uint8Array, plaintext: Uint8Array, context: SealContext): Envelope {
  return unpackHybrid(sealHybridPacked(publicKey, plaintext, context));
}

/**
 * Opens a hybrid envelope in its wire form.
 * @throws CryptoError unless seed, context and every byte are right and the encoding is canonical.
 */
export function openHybrid(seed: Uint8Array, envelope: Envelope, context: SealContext): Uint8Array {
  return openHybridPacked(seed, packHybrid(envelope), context);
}

/** Converts the wire form to the packed form. @throws CryptoError when length, suite or base64url are invalid. */
export function packHybrid(envelope: Envelope): Uint8Array {
  const salt = decodeBase64Url(envelope.salt);
  const nonce = decodeBase64Url(envelope.nonce);
  if (salt.length !== SALT_BYTES || salt[0] !== SUITE || nonce.length !== NONCE_BYTES)
    throw new CryptoError();
  return concatBytes(salt, nonce, decodeBase64Url(envelope.ciphertext));
}

/**
 * Converts the packed form to the wire form.
 * @throws CryptoError when the bytes are not a packed suite 0x02 envelope.
 */
export function unpackHybrid(packed: Uint8Array): Envelope {
  if (packed.length < HEADER_BYTES || packed[0] !== SUITE) throw new CryptoError();
  return {
    salt: encodeBase64Url(packed.subarray(0, SALT_BYTES)),
    nonce: encodeBase64Url(packed.subarray(SALT_BYTES, HEADER_BYTES)),
    ciphertext: encodeBase64Url(packed.subarray(HEADER_BYTES)),
  };
}
