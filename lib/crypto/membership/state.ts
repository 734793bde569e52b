/** What a verified membership chain says at its head. Only `membership.ts` makes one. */

import type { Role } from '#contract/access/roles.ts';
import type { PrincipalKind } from '#contract/access/session.ts';
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import type { PrincipalPublicKeys, TrustRoot } from '#crypto/principals/principal-keys.ts';
import type { CertificateKind } from './record.ts';

export interface MembershipPrincipal {
  readonly public_keys: PrincipalPublicKeys;
  readonly kind: PrincipalKind;
  readonly is_admin: boolean;
  readonly disabled: boolean;
  /** Who signed its entry; the founder's own id for the founder. */
  readonly enrolled_by: PrincipalId;
}

export interface MembershipGroup {
  /** Of the group key: 1 when the group is made, one more at each rotation. */
  readonly generation: number;
  readonly members: ReadonlyMap<PrincipalId, Role>;
  /** It has a state digest; said of groups that were made, or whose key was rotated, by a build that says so. */
  readonly keeps_state?: true;
  /** X-Wing public key, 1216 bytes, of the generation it was made from; absent until an owner opened the inbox. */
  readonly inbox?: { readonly generation: number; readonly kem: Uint8Array };
}

export interface MembershipCertificate {
  readonly client_cn: string;
  readonly kind: CertificateKind;
  /** Whose it is; for the desktop's who announced it. */
  readonly principal_id: PrincipalId;
  readonly revoked: boolean;
}

export interface MembershipAuditKey {
  readonly kem: Uint8Array;
  /** Number of the record that names it. */
  readonly seq: number;
}

export interface MembershipCa {
  /** Of the DER, lower-case hex. */
  readonly sha256: string;
  /** Number of the record that names it. */
  readonly seq: number;
}

/** By fingerprint. */
export type MembershipCertificates = ReadonlyMap<string, MembershipCertificate>;

export interface MembershipState {
  readonly trust: TrustRoot;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly principals: ReadonlyMap<PrincipalId, MembershipPrincipal>;
  readonly groups: ReadonlyMap<SecurityGroupId, MembershipGroup>;
  /** Of the settings an administrator signed last; null before the first. */
  readonly settings_sha256: string | null;
  /** By generation, from 1: the X-Wing key the audit keys of sessions are sealed to; the last is in use. */
  readonly audit_keys: readonly MembershipAuditKey[];
  /** The CA certificate that issues; null while it is the one the vault was made with. */
  readonly ca: MembershipCa | null;
  /** Every client certificate ever announced; empty in a list from before there were such records. */
  readonly certificates: MembershipCertificates;
}

/** What one allowed record changes; absent means untouched. */
export interface MembershipChange {
  readonly principals?: readonly (readonly [PrincipalId, MembershipPrincipal])[];
  readonly groups?: readonly (readonly [SecurityGroupId, MembershipGroup])[];
  readonly settings_sha256?: string;
  readonly audit_key?: MembershipAuditKey;
  readonly ca?: MembershipCa;
  readonly certificates?: readonly (readonly [string, MembershipCertificate])[];
}
