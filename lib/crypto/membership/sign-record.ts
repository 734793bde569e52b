/**
 * Signs and hashes entries of the append-only membership list. The granter signs canonical bytes with Ed25519 and
 * ML-DSA-65; each entry has the hash of the previous one. `record-bytes.ts` writes the bytes; `membership-rules.ts` decides
 * whether the granter had the right.
 * Source: sealing design B3.
 */
import { decodeBase64Url, encodeBase64Url } from '#crypto/bytes.ts';
import { ed25519 } from '#crypto/hazmat/ed25519.ts';
import { ML_DSA_65_SIGN_RANDOM_BYTES, mlDsa65Sign, mlDsa65Verify } from '#crypto/hazmat/ml-dsa-65.ts';
import type { PrincipalPublicKeys, PrincipalSecrets } from '#crypto/principals/principal-keys.ts';
import { randomBytes } from '#crypto/random.ts';
import { sha256 } from '#crypto/sha256.ts';
import { TlvWriter } from '#crypto/tlv.ts';
import {
  encodeRecord,
  type MembershipRecord,
  type RecordedPublicKeys,
  type SignedMembershipRecord,
  RECORD_TAG as TAG,
} from './record-bytes.ts';

export type {
  CertificateKind,
  MembershipAction,
  MembershipRecord,
  RecordedCertificate,
  RecordedPublicKeys,
  SignedMembershipRecord,
} from './record-bytes.ts';

/** Signs a membership record with both keys; takes about 7 ms. */
export function signRecord(record: MembershipRecord, granter: PrincipalSecrets): SignedMembershipRecord {
  const message = encodeRecord(record);
  const random = randomBytes(ML_DSA_65_SIGN_RANDOM_BYTES);
  return {
    record,
    signature_ed25519: encodeBase64Url(ed25519.sign(granter.ed25519.seed, message)),
    signature_mldsa65: encodeBase64Url(mlDsa65Sign(granter.mldsa.seed, message, random)),
  };
}

/**
 * Verifies both signatures of a membership record; takes about 1 ms. @throws CryptoError when an encoding is not
 * canonical.
 */
export function verifyRecordSignatures(
  signed: SignedMembershipRecord,
  keys: Pick<PrincipalPublicKeys, 'ed25519' | 'mldsa65'>,
): boolean {
  const message = encodeRecord(signed.record);
  return (
    ed25519.verify(keys.ed25519, message, decodeBase64Url(signed.signature_ed25519)) &&
    mlDsa65Verify(keys.mldsa65, message, decodeBase64Url(signed.signature_mldsa65))
  );
}

/** Base64url SHA-256 over the record and both signatures: the next record's `prev_hash`. */
export function recordHash(signed: SignedMembershipRecord): string {
  const writer = new TlvWriter()
    .field(TAG.label, encodeRecord(signed.record))
    .field(TAG.signature_ed25519, decodeBase64Url(signed.signature_ed25519))
    .field(TAG.signature_mldsa65, decodeBase64Url(signed.signature_mldsa65));
  return encodeBase64Url(sha256(writer.bytes()));
}

export function encodePublicKeys(keys: PrincipalPublicKeys): RecordedPublicKeys {
  return {
    kem: encodeBase64Url(keys.kem),
    ed25519: encodeBase64Url(keys.ed25519),
    mldsa65: encodeBase64Url(keys.mldsa65),
  };
}

/**
 * Decodes the public keys of a record.
 * @throws CryptoError when an encoding is not canonical; lengths are checked where the keys are used.
 */
export function decodePublicKeys(keys: RecordedPublicKeys): PrincipalPublicKeys {
  return {
    kem: decodeBase64Url(keys.kem),
    ed25519: decodeBase64Url(keys.ed25519),
    mldsa65: decodeBase64Url(keys.mldsa65),
  };
}
