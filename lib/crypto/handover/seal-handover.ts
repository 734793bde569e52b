/** Derives a hand-over's key and seals its JWEs. Source: RFC 7516; NIST SP 800-38D, random nonces. */
import { encodeBase64Url, utf8, wipe } from '#crypto/bytes.ts';
import { nativeAesGcm } from '#crypto/hazmat/aes-gcm.ts';
import { argon2idEngine } from '#crypto/hazmat/argon2/argon2id.ts';
import { ARGON2_PARAMS, PASSPHRASE_SALT_BYTES } from '#crypto/principals/passphrase.ts';
import { randomBytes } from '#crypto/random.ts';
import {
  DERIVED_BYTES,
  type HandoverHeader,
  type HandoverParameters,
  KEY_BYTES,
  NONCE_BYTES,
  TAG_BYTES,
} from './handover-format.ts';

export interface HandoverSealer {
  readonly kdf: HandoverParameters['kdf'];
  /** Returns a compact JWE with a random 96-bit nonce; one hand-over has far fewer than 2^32. */
  readonly seal: (header: HandoverHeader, plaintext: Uint8Array) => string;
}

/** A fresh salt, and so a fresh key, for every file. Takes 0.1 to 1 s. */
export async function createHandoverSealer(passphrase: string): Promise<HandoverSealer> {
  const salt = randomBytes(PASSPHRASE_SALT_BYTES);
  const password = utf8(passphrase.normalize('NFKC'));
  const argon2id = await argon2idEngine();
  const derived = await argon2id({ password, salt, params: ARGON2_PARAMS, length: DERIVED_BYTES });
  const aead = nativeAesGcm(derived.subarray(0, KEY_BYTES));
  const commitment = encodeBase64Url(derived.subarray(KEY_BYTES));
  wipe(password, derived);
  return {
    kdf: { name: 'argon2id', salt: encodeBase64Url(salt), ...ARGON2_PARAMS, commitment },
    seal(header, plaintext) {
      const protectedHeader = encodeBase64Url(utf8(JSON.stringify(header)));
      const nonce = randomBytes(NONCE_BYTES);
      const sealed = new Uint8Array(plaintext.length + TAG_BYTES);
      aead.sealInto(sealed, nonce, plaintext, utf8(protectedHeader));
      const [ciphertext, tag] = [sealed.subarray(0, plaintext.length), sealed.subarray(plaintext.length)];
      // The second part is the encrypted key: `dir` has none.
      return [protectedHeader, '', ...[nonce, ciphertext, tag].map(encodeBase64Url)].join('.');
    },
  };
}
