/**
 * ML-KEM-768 with both engines, for the self-test only: the product uses ML-KEM inside X-Wing, from noble. Node's
 * engine accepts no external randomness, so it is tested by round trips and by the inputs it rejects.
 * Source: FIPS 203.
 */
import * as nodeCrypto from 'node:crypto';
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { decodeHex } from '#crypto/bytes.ts';

const SEED_BYTES = 64;
const ENCAPSULATION_KEY_BYTES = 1184;
const PKCS8_SEED_PREFIX = decodeHex('3054020100300b060960864801650304040204428040');
const SPKI_PREFIX = decodeHex('308204b2300b0609608648016503040402038204a100');

export interface Encapsulated {
  readonly sharedSecret: Uint8Array;
  readonly encapsulation: Uint8Array;
}

export interface MlKem768 {
  /** 1184 bytes from a 64-byte seed (`d || z`). */
  deriveEncapsulationKey(seed: Uint8Array): Uint8Array;
  decapsulate(seed: Uint8Array, encapsulation: Uint8Array): Uint8Array;
}

export const nobleMlKem768: MlKem768 & {
  /**
   * Encapsulates a shared secret, with randomness from the caller.
   * @throws Error when the key fails FIPS 203's modulus check.
   */
  encapsulate(encapsulationKey: Uint8Array, random: Uint8Array): Encapsulated;
} = {
  deriveEncapsulationKey: (seed) => ml_kem768.keygen(seed).publicKey,
  decapsulate: (seed, encapsulation) =>
    ml_kem768.decapsulate(encapsulation, ml_kem768.keygen(seed).secretKey),
  encapsulate(encapsulationKey, random) {
    const { sharedSecret, cipherText } = ml_kem768.encapsulate(encapsulationKey, random);
    return { sharedSecret, encapsulation: cipherText };
  },
};

/**
 * Tests whether the runtime's engine has ML-KEM; Electron lacks it. For tests: the product never uses the native
 * engine.
 */
export function hasNativeMlKem(): boolean {
  return typeof nodeCrypto.encapsulate === 'function';
}

/** Checks the length, because OpenSSL's DER reader ignores trailing bytes. */
function assertLength(bytes: Uint8Array, length: number): void {
  if (bytes.length !== length) throw new RangeError(`expected ${length} bytes, not ${bytes.length}`);
}

function nativePrivateKey(seed: Uint8Array): nodeCrypto.KeyObject {
  assertLength(seed, SEED_BYTES);
  const key = Buffer.concat([PKCS8_SEED_PREFIX, seed]);
  return nodeCrypto.createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

export const nativeMlKem768: MlKem768 & {
  /**
   * Encapsulates a shared secret, with the engine's own randomness.
   * @throws Error when the key fails FIPS 203's modulus check.
   */
  encapsulate(encapsulationKey: Uint8Array): Encapsulated;
} = {
  deriveEncapsulationKey(seed) {
    const spki = nodeCrypto.createPublicKey(nativePrivateKey(seed)).export({ format: 'der', type: 'spki' });
    return spki.subarray(SPKI_PREFIX.length);
  },
  decapsulate: (seed, encapsulation) => nodeCrypto.decapsulate(nativePrivateKey(seed), encapsulation),
  encapsulate(encapsulationKey) {
    assertLength(encapsulationKey, ENCAPSULATION_KEY_BYTES);
    const key = Buffer.concat([SPKI_PREFIX, encapsulationKey]);
    const { sharedKey, ciphertext } = nodeCrypto.encapsulate(
      nodeCrypto.createPublicKey({ key, format: 'der', type: 'spki' }),
    );
    return { sharedSecret: sharedKey, encapsulation: ciphertext };
  },
};
