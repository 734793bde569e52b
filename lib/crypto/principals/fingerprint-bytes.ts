/** The bytes whose SHA-256 is the fingerprint of a principal's public keys. Portable. */
import { PortableTlvWriter } from '#crypto/proof/portable-bytes.ts';

const TAG = { label: 1, kem: 2, ed25519: 3, mldsa65: 4 } as const;

export function fingerprintBytes(keys: {
  readonly kem: Uint8Array;
  readonly ed25519: Uint8Array;
  readonly mldsa65: Uint8Array;
}): Uint8Array {
  return new PortableTlvWriter()
    .field(TAG.label, 'srv.v1/fingerprint')
    .field(TAG.kem, keys.kem)
    .field(TAG.ed25519, keys.ed25519)
    .field(TAG.mldsa65, keys.mldsa65)
    .bytes();
}
