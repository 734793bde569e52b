/**
 * One entry of the append-only membership list: who may do what, said by whom. It is signed by the granter
 * with Ed25519 and ML-DSA-65 over its canonical bytes, and names the hash of the entry before it.
 * This file gives an entry its bytes, hash and signatures; whether it was allowed is `rules.ts`.
 * Source: sealing design B3.
 */

import type { Role } from '#contract/access/roles.ts';
import type { PrincipalKind } from '#contract/access/session.ts';
import { decodeBase64Url, encodeBase64Url } from '../bytes.ts';
import { ed25519 } from '../hazmat/ed25519.ts';
import { ML_DSA_65_SIGN_RANDOM_BYTES, mlDsa65Sign, mlDsa65Verify } from '../hazmat/ml-dsa-65.ts';
import type { PrincipalPublicKeys, PrincipalSecrets } from '../principals/principal-keys.ts';
import { randomBytes } from '../random.ts';
import { sha256 } from '../sha256.ts';
import { TlvWriter } from '../tlv.ts';

export type MembershipAction =
  | 'found'
  | 'enrol'
  | 'create_group'
  | 'set_role'
  | 'remove'
  | 'disable'
  | 'rotate';

/** The three public keys as base64url. */
export interface RecordedPublicKeys {
  readonly kem: string;
  readonly ed25519: string;
  readonly mldsa65: string;
}

export interface MembershipRecord {
  /** 1 for the founding record, then without a gap. */
  readonly seq: number;
  readonly workspace_id: string;
  readonly action: MembershipAction;
  readonly security_group_id: string | null;
  readonly generation: number | null;
  /** Whom the record is about; for `create_group` the first owner, for `rotate` the granter. */
  readonly principal_id: string;
  readonly kind: PrincipalKind;
  readonly is_admin: boolean;
  readonly role: Role | null;
  /** Only where a principal enters the workspace: `found` and `enrol`. */
  readonly public_keys: RecordedPublicKeys | null;
  readonly display_name_sha256?: string;
  /** By principal, `grantHash()` of each group key grant that comes with this record. */
  readonly grants_sha256: Readonly<Record<string, string>> | null;
  readonly granter_id: string;
  readonly created_at: string;
  /** `recordHash()` of the record before; null for the first. */
  readonly prev_hash: string | null;
}

export interface SignedMembershipRecord {
  readonly record: MembershipRecord;
  readonly signature_ed25519: string;
  readonly signature_mldsa65: string;
}

/** Tags are part of every stored signature: add, never renumber. */
const TAG = {
  label: 1,
  seq: 2,
  workspace_id: 3,
  action: 4,
  security_group_id: 5,
  generation: 6,
  principal_id: 7,
  kind: 8,
  is_admin: 9,
  role: 10,
  kem: 11,
  ed25519: 12,
  mldsa65: 13,
  display_name_sha256: 14,
  grant_member_id: 15,
  grant_sha256: 16,
  granter_id: 17,
  created_at: 18,
  prev_hash: 19,
  signature_ed25519: 20,
  signature_mldsa65: 21,
  no_grants: 22,
} as const;

/** What is signed. Grants are written in the order of their member ids, so key order in JSON means nothing. */
function encodeRecord(record: MembershipRecord): Uint8Array {
  const keys = record.public_keys;
  const writer = new TlvWriter()
    .field(TAG.label, 'srv.v1/membership')
    .field(TAG.seq, record.seq)
    .field(TAG.workspace_id, record.workspace_id)
    .field(TAG.action, record.action)
    .field(TAG.security_group_id, record.security_group_id)
    .field(TAG.generation, record.generation)
    .field(TAG.principal_id, record.principal_id)
    .field(TAG.kind, record.kind)
    .field(TAG.is_admin, Number(record.is_admin))
    .field(TAG.role, record.role)
    .field(TAG.kem, keys && decodeBase64Url(keys.kem))
    .field(TAG.ed25519, keys && decodeBase64Url(keys.ed25519))
    .field(TAG.mldsa65, keys && decodeBase64Url(keys.mldsa65))
    .field(TAG.display_name_sha256, record.display_name_sha256 ?? null)
    .field(TAG.no_grants, record.grants_sha256 === null ? '' : null);
  for (const [memberId, hash] of Object.entries(record.grants_sha256 ?? {}).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    writer.field(TAG.grant_member_id, memberId).field(TAG.grant_sha256, hash);
  }
  return writer
    .field(TAG.granter_id, record.granter_id)
    .field(TAG.created_at, record.created_at)
    .field(TAG.prev_hash, record.prev_hash)
    .bytes();
}

/** Takes about 7 ms. */
export function signRecord(record: MembershipRecord, granter: PrincipalSecrets): SignedMembershipRecord {
  const message = encodeRecord(record);
  const random = randomBytes(ML_DSA_65_SIGN_RANDOM_BYTES);
  return {
    record,
    signature_ed25519: encodeBase64Url(ed25519.sign(granter.ed25519.seed, message)),
    signature_mldsa65: encodeBase64Url(mlDsa65Sign(granter.mldsa.seed, message, random)),
  };
}

/** Both signatures must hold; takes about 1 ms. @throws CryptoError when an encoding is not canonical. */
export function isSignedBy(
  signed: SignedMembershipRecord,
  keys: Pick<PrincipalPublicKeys, 'ed25519' | 'mldsa65'>,
): boolean {
  const message = encodeRecord(signed.record);
  return (
    ed25519.verify(keys.ed25519, message, decodeBase64Url(signed.signature_ed25519)) &&
    mlDsa65Verify(keys.mldsa65, message, decodeBase64Url(signed.signature_mldsa65))
  );
}

/** Base64url SHA-256 over the record and both signatures: what the next record names as `prev_hash`. */
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

/** @throws CryptoError when an encoding is not canonical; lengths are checked where the keys are used. */
export function decodePublicKeys(keys: RecordedPublicKeys): PrincipalPublicKeys {
  return {
    kem: decodeBase64Url(keys.kem),
    ed25519: decodeBase64Url(keys.ed25519),
    mldsa65: decodeBase64Url(keys.mldsa65),
  };
}
