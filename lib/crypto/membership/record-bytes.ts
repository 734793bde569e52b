/**
 * Defines an entry of the append-only membership list, and its signed bytes. Portable: a page that checks a signature
 * file builds the same bytes.
 * Source: sealing design B3.
 */
import type { Role } from '#contract/access/roles.ts';
import type { PrincipalKind } from '#contract/access/session.ts';
import type { PrincipalId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { bytesOfBase64Url, PortableTlvWriter } from '#crypto/proof/portable-bytes.ts';

export type MembershipAction =
  | 'found'
  | 'enrol'
  | 'create_group'
  | 'set_role'
  | 'remove'
  | 'disable'
  | 'rotate'
  | 'set_settings'
  | 'issue_certificate'
  | 'open_inbox'
  | 'set_audit_key'
  | 'set_ca'
  | 'recover';

/** The three public keys as base64url. */
export interface RecordedPublicKeys {
  readonly kem: string;
  readonly ed25519: string;
  readonly mldsa65: string;
}

/** A client certificate, as the record that announces it names it. */
export interface RecordedCertificate {
  /** SHA-256 of the DER, lower-case hex. */
  readonly fingerprint: string;
  /**
   * Common name of the certificate, without the words of a name where the record is of a program that leaves them
   * out.
   */
  readonly client_cn: string;
  readonly kind: CertificateKind;
}

export const CERTIFICATE_KINDS = ['desktop', 'client'] as const;
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];

export interface MembershipRecord {
  /** 1 for the founding record, then without a gap. */
  readonly seq: number;
  readonly workspace_id: WorkspaceId;
  readonly action: MembershipAction;
  readonly security_group_id: SecurityGroupId | null;
  readonly generation: number | null;
  /**
   * The record's subject; for `create_group` the first owner, for `rotate`, `set_settings`, `set_audit_key`, `set_ca`
   * and `recover` the granter.
   */
  readonly principal_id: PrincipalId;
  readonly kind: PrincipalKind;
  readonly is_admin: boolean;
  readonly role: Role | null;
  /** Public keys of the added principal; only in `found` and `enrol`, which add one to the workspace. */
  readonly public_keys: RecordedPublicKeys | null;
  /** `nameCommitment()` of the name: with a salt, or SHA-256 alone in records from before there were salts. */
  readonly display_name_sha256?: string;
  /** Hash of the workspace's new settings; only in `set_settings`. */
  readonly settings_sha256?: string;
  /**
   * Announced client certificate: in `found` (the desktop's), `enrol` (an SDK principal's own) and
   * `issue_certificate`. Disabling its principal revokes it.
   */
  readonly certificate?: RecordedCertificate;
  /** Public inbox key of the group for this generation, base64url; only in `open_inbox`. */
  readonly inbox_kem?: string;
  /**
   * Public X-Wing key, base64url, to which audit keys of sessions are sealed from now on; only in `set_audit_key`.
   */
  readonly audit_kem?: string;
  /** SHA-256 of the DER, lower-case hex, of the new issuing CA certificate; only in `set_ca`. */
  readonly ca_sha256?: string;
  /**
   * States that the group has a state digest from now on, so that a missing one was removed; only in `create_group`
   * and `rotate`.
   */
  readonly keeps_state?: true;
  /** `grantHash()` of each group key grant made with this record, by principal. */
  readonly grants_sha256: Readonly<Record<string, string>> | null;
  readonly granter_id: PrincipalId;
  readonly created_at: string;
  /** `recordHash()` of the previous record; null for the first. */
  readonly prev_hash: string | null;
}

export interface SignedMembershipRecord {
  readonly record: MembershipRecord;
  readonly signature_ed25519: string;
  readonly signature_mldsa65: string;
}

/** Tags are part of every stored signature: add, never renumber. */
export const RECORD_TAG = {
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
  settings_sha256: 23,
  certificate_fingerprint: 24,
  certificate_cn: 25,
  certificate_kind: 26,
  inbox_kem: 27,
  audit_kem: 28,
  ca_sha256: 29,
  keeps_state: 30,
} as const;

/** The signed bytes. Grants are written in order of member ids, so key order in JSON does not matter. */
export function encodeRecord(record: MembershipRecord): Uint8Array {
  const keys = record.public_keys;
  const writer = new PortableTlvWriter()
    .field(RECORD_TAG.label, 'srv.v1/membership')
    .field(RECORD_TAG.seq, record.seq)
    .field(RECORD_TAG.workspace_id, record.workspace_id)
    .field(RECORD_TAG.action, record.action)
    .field(RECORD_TAG.security_group_id, record.security_group_id)
    .field(RECORD_TAG.generation, record.generation)
    .field(RECORD_TAG.principal_id, record.principal_id)
    .field(RECORD_TAG.kind, record.kind)
    .field(RECORD_TAG.is_admin, Number(record.is_admin))
    .field(RECORD_TAG.role, record.role)
    .field(RECORD_TAG.kem, keys && bytesOfBase64Url(keys.kem))
    .field(RECORD_TAG.ed25519, keys && bytesOfBase64Url(keys.ed25519))
    .field(RECORD_TAG.mldsa65, keys && bytesOfBase64Url(keys.mldsa65))
    .field(RECORD_TAG.display_name_sha256, record.display_name_sha256 ?? null)
    .field(RECORD_TAG.no_grants, record.grants_sha256 === null ? '' : null);
  for (const [memberId, hash] of Object.entries(record.grants_sha256 ?? {}).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    writer.field(RECORD_TAG.grant_member_id, memberId).field(RECORD_TAG.grant_sha256, hash);
  }
  return writer
    .field(RECORD_TAG.granter_id, record.granter_id)
    .field(RECORD_TAG.created_at, record.created_at)
    .field(RECORD_TAG.prev_hash, record.prev_hash)
    .field(RECORD_TAG.settings_sha256, record.settings_sha256 ?? null)
    .field(RECORD_TAG.certificate_fingerprint, record.certificate?.fingerprint ?? null)
    .field(RECORD_TAG.certificate_cn, record.certificate?.client_cn ?? null)
    .field(RECORD_TAG.certificate_kind, record.certificate?.kind ?? null)
    .field(RECORD_TAG.inbox_kem, record.inbox_kem === undefined ? null : bytesOfBase64Url(record.inbox_kem))
    .field(RECORD_TAG.audit_kem, record.audit_kem === undefined ? null : bytesOfBase64Url(record.audit_kem))
    .field(RECORD_TAG.ca_sha256, record.ca_sha256 ?? null)
    .field(RECORD_TAG.keeps_state, record.keeps_state === undefined ? null : 1)
    .bytes();
}
