/** Types of the verified membership state at the list's head. Only `membership.ts` creates one. */

import type { Role } from '#contract/access/roles.ts';
import type { PrincipalKind } from '#contract/access/session.ts';
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import type { PrincipalPublicKeys, TrustRoot } from '#crypto/principals/principal-keys.ts';
import type { CertificateKind } from './sign-record.ts';

export interface MembershipPrincipal {
  readonly public_keys: PrincipalPublicKeys;
  readonly kind: PrincipalKind;
  readonly is_admin: boolean;
  readonly disabled: boolean;
  /** The principal that signed its enrolment; the founder's own id for the founder. */
  readonly enrolled_by: PrincipalId;
}

export interface MembershipGroup {
  /** Generation of the group key: 1 at creation, one more at each rotation. */
  readonly generation: number;
  readonly members: ReadonlyMap<PrincipalId, Role>;
  /** The group has a state digest; set for groups created or rotated by a release with digests. */
  readonly keeps_state?: true;
  /** X-Wing public key, 1216 bytes, and the generation it was derived from; absent until an owner opened the inbox. */
  readonly inbox?: { readonly generation: number; readonly kem: Uint8Array };
}

export interface MembershipCertificate {
  readonly client_cn: string;
  readonly kind: CertificateKind;
  /** Principal of the certificate; for the desktop's the one that announced it. */
  readonly principal_id: PrincipalId;
  readonly revoked: boolean;
}

export interface MembershipAuditKey {
  readonly kem: Uint8Array;
  /** Number of the announcing record. */
  readonly seq: number;
}

export interface MembershipCa {
  /** SHA-256 of the DER, lower-case hex. */
  readonly sha256: string;
  /** Number of the announcing record. */
  readonly seq: number;
}

/** Announced certificates by fingerprint. */
export type MembershipCertificates = ReadonlyMap<string, MembershipCertificate>;

export interface MembershipState {
  readonly trust: TrustRoot;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly principals: ReadonlyMap<PrincipalId, MembershipPrincipal>;
  readonly groups: ReadonlyMap<SecurityGroupId, MembershipGroup>;
  /** Hash of the newest signed settings; null before the first. */
  readonly settings_sha256: string | null;
  /**
   * Audit keys by generation, from 1: X-Wing keys to which audit keys of sessions are sealed; the last one is in
   * use.
   */
  readonly audit_keys: readonly MembershipAuditKey[];
  /** The issuing CA certificate; null while it is the original one. */
  readonly ca: MembershipCa | null;
  /** Every client certificate ever announced; empty in lists older than such records. */
  readonly certificates: MembershipCertificates;
}

/** Changes by one permitted record; absent fields stay unchanged. */
export interface MembershipChange {
  readonly principals?: readonly (readonly [PrincipalId, MembershipPrincipal])[];
  readonly groups?: readonly (readonly [SecurityGroupId, MembershipGroup])[];
  readonly settings_sha256?: string;
  readonly audit_key?: MembershipAuditKey;
  readonly ca?: MembershipCa;
  readonly certificates?: readonly (readonly [string, MembershipCertificate])[];
}
