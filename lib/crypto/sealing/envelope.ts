/**
 * Suite 0x01: seals under a 32-byte symmetric key. Every envelope has a random salt and so its own subkey; one DEK may
 * seal any number of versions without counting nonces. The database stores the packed form `salt (33) || nonce (12) ||
 * ciphertext`; the wire shows `Envelope`.
 * Source: sealing design B4; API spec, Envelope.
 */
import type { Envelope } from '#contract/sealed-envelope.ts';
import { concatBytes, decodeBase64Url, encodeBase64Url, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hkdf } from '#crypto/hazmat/hkdf.ts';
import { engine } from '#crypto/hazmat/symmetric-engine.ts';
import { assertUsableKey } from '#crypto/keys/key-types.ts';
import { fillPublicRandom } from '#crypto/random.ts';
import { sha256 } from '#crypto/sha256.ts';
import { encodeContext, type SealContext } from './context-bytes.ts';
import {
  NONCE_BYTES,
  OKM_BYTES,
  openAndWipe,
  type PreparedOpen,
  prepareOpen,
  sealedBytes,
  sealWith,
} from './seal-subkey.ts';

const SUITE = 0x01;
const SALT_BYTES = 33;
const HEADER_BYTES = SALT_BYTES + NONCE_BYTES;
const INFO_PREFIX = utf8('srv.v1/seal/sym/aes-256-gcm\0');

function deriveOkm(
  key: Uint8Array,
  salt: Uint8Array,
  nonce: Uint8Array,
  contextHash: Uint8Array,
): Uint8Array {
  assertUsableKey(key);
  const info = concatBytes(INFO_PREFIX, nonce, contextHash);
  return hkdf(engine.hmac, 'sha512', key, salt.subarray(1), info, OKM_BYTES);
}

/** Seals like `sealEnvelope`, into the packed form. */
export function sealPacked(
  key: Uint8Array,
  plaintext: Uint8Array,
  context: SealContext,
  padTo: number,
): Uint8Array {
  const packed = new Uint8Array(HEADER_BYTES + sealedBytes(plaintext.length, padTo));
  packed[0] = SUITE;
  fillPublicRandom(packed.subarray(1, HEADER_BYTES));
  const nonce = packed.subarray(SALT_BYTES, HEADER_BYTES);
  const contextHash = sha256(encodeContext(context));
  const okm = deriveOkm(key, packed.subarray(0, SALT_BYTES), nonce, contextHash);
  sealWith(okm, nonce, plaintext, contextHash, packed.subarray(HEADER_BYTES));
  return packed;
}

/**
 * Opens a packed envelope.
 * @throws CryptoError unless key, context and every byte are the sealed ones and the suite is 0x01.
 */
export function openPacked(key: Uint8Array, packed: Uint8Array, context: SealContext): Uint8Array {
  return openAndWipe(prepareOpenPacked(key, packed, context));
}

/** `openPacked` for many MiB: the plaintext overwrites `packed`, which is unusable afterwards, also on failure. */
export function openPackedInPlace(key: Uint8Array, packed: Uint8Array, context: SealContext): Uint8Array {
  return openAndWipe(prepareOpenPacked(key, packed, context), true);
}

/** Views of a packed envelope. @throws CryptoError when the bytes are not one of suite 0x01. */
function partsOf(packed: Uint8Array) {
  if (packed.length < HEADER_BYTES || packed[0] !== SUITE) throw new CryptoError();
  return {
    salt: packed.subarray(0, SALT_BYTES),
    nonce: packed.subarray(SALT_BYTES, HEADER_BYTES),
    ciphertext: packed.subarray(HEADER_BYTES),
  };
}

/**
 * Prepares opening `packed` repeatedly with `openWith`; none of the inputs may change meanwhile.
 * @throws CryptoError unless key and context are the sealed ones and the suite is 0x01
 */
export function prepareOpenPacked(key: Uint8Array, packed: Uint8Array, context: SealContext): PreparedOpen {
  const { salt, nonce, ciphertext } = partsOf(packed);
  const aad = sha256(encodeContext(context));
  return prepareOpen(deriveOkm(key, salt, nonce, aad), nonce, ciphertext, aad);
}

/**
 * Seals under `key` (32 bytes), bound to `context`. `padTo` hides the length: 64 for records, 32 for names, 256 for
 * summaries, 1 for keys and index snapshots.
 */
export function sealEnvelope(
  key: Uint8Array,
  plaintext: Uint8Array,
  context: SealContext,
  padTo: number,
): Envelope {
  return unpackEnvelope(sealPacked(key, plaintext, context, padTo));
}

/**
 * Opens an envelope in its wire form.
 * @throws CryptoError unless key, context and every byte are the sealed ones and the encoding is canonical.
 */
export function openEnvelope(key: Uint8Array, envelope: Envelope, context: SealContext): Uint8Array {
  return openPacked(key, packEnvelope(envelope), context);
}

/** Converts the wire form to the packed form. @throws CryptoError when length, suite or base64url are invalid. */
export function packEnvelope(envelope: Envelope): Uint8Array {
  const salt = decodeBase64Url(envelope.salt);
  const nonce = decodeBase64Url(envelope.nonce);
  if (salt.length !== SALT_BYTES || salt[0] !== SUITE || nonce.length !== NONCE_BYTES)
    throw new CryptoError();
  return concatBytes(salt, nonce, decodeBase64Url(envelope.ciphertext));
}

/**
 * Converts the packed form to the wire form.
 * @throws CryptoError when the bytes are not a packed suite 0x01 envelope.
 */
export function unpackEnvelope(packed: Uint8Array): Envelope {
  const { salt, nonce, ciphertext } = partsOf(packed);
  return {
    salt: encodeBase64Url(salt),
    nonce: encodeBase64Url(nonce),
    ciphertext: encodeBase64Url(ciphertext),
  };
}
