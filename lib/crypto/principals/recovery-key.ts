/**
 * A printable recovery key: 32 random bytes and a checksum, in 13 groups of five Crockford base32 characters. 325 bits:
 * 256 of key, then the first 69 of its SHA-256, so that a typing error is noticed before it is tried. Parsing ignores
 * case, spaces and hyphens, and accepts the look-alikes O/0 and I/L/1.
 * Source: sealing design B3; Crockford, Base 32.
 */
import { concatBytes, equalBytes, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { RECOVERY_SHARE_BYTES } from '#crypto/hazmat/shamir.ts';
import { KEY_BYTES } from '#crypto/keys/key-types.ts';
import { randomBytes } from '#crypto/random.ts';
import { sha256 } from '#crypto/sha256.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 13;
const GROUP_CHARACTERS = 5;
const CHARACTERS = GROUPS * GROUP_CHARACTERS;
const BITS_PER_CHARACTER = 5;
const KEY_LABEL = utf8('srv.v1/recovery-checksum');
/** A different checksum label, so that a share is never accepted as a key, or a key as a share. */
const SHARE_LABEL = utf8('srv.v1/recovery-share-checksum');

/** The 65 five-bit symbols of key and checksum, most significant bit first. */
function symbolsOf(secret: Uint8Array, label: Uint8Array): number[] {
  const bytes = concatBytes(secret, sha256(label, secret));
  return Array.from({ length: CHARACTERS }, (_, index) => {
    const bit = index * BITS_PER_CHARACTER;
    const byte = Math.floor(bit / 8);
    const window = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0);
    return (window >> (16 - BITS_PER_CHARACTER - (bit % 8))) & 31;
  });
}

function encode(secret: Uint8Array, label: Uint8Array): string {
  const characters = symbolsOf(secret, label).map((symbol) => ALPHABET.charAt(symbol));
  return Array.from({ length: GROUPS }, (_, group) =>
    characters.slice(group * GROUP_CHARACTERS, (group + 1) * GROUP_CHARACTERS).join(''),
  ).join('-');
}

/** `text` is shown to the person once; the caller wraps with `secret` (32 bytes) and wipes it. */
export function generateRecoveryKey(): { text: string; secret: Uint8Array } {
  const secret = randomBytes(KEY_BYTES);
  return { text: encode(secret, KEY_LABEL), secret };
}

/** 32 bytes. @throws CryptoError when length, alphabet or checksum is wrong. */
export function parseRecoveryKey(text: string): Uint8Array {
  return parse(text, KEY_BYTES, KEY_LABEL);
}

/** Encodes one share (`RECOVERY_SHARE_BYTES`) in the form of a recovery key. */
export function encodeRecoveryShare(share: Uint8Array): string {
  return encode(share, SHARE_LABEL);
}

/**
 * Parses a written recovery share.
 * @throws CryptoError when length, alphabet or checksum is wrong; a complete key is no share.
 */
export function parseRecoveryShare(text: string): Uint8Array {
  return parse(text, RECOVERY_SHARE_BYTES, SHARE_LABEL);
}

function parse(text: string, bytes: number, label: Uint8Array): Uint8Array {
  const characters = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (characters.length !== CHARACTERS) throw new CryptoError();
  const symbols = Uint8Array.from(characters, (character) => {
    const symbol = ALPHABET.indexOf(character);
    if (symbol < 0) throw new CryptoError();
    return symbol;
  });
  const secret = new Uint8Array(bytes);
  for (const bit of Array(bytes * 8).keys()) {
    const symbol = symbols[Math.floor(bit / BITS_PER_CHARACTER)] ?? 0;
    const value = (symbol >> (BITS_PER_CHARACTER - 1 - (bit % BITS_PER_CHARACTER))) & 1;
    secret[bit >> 3] = (secret[bit >> 3] ?? 0) | (value << (7 - (bit % 8)));
  }
  if (!equalBytes(Uint8Array.from(symbolsOf(secret, label)), symbols)) throw new CryptoError();
  return secret;
}
