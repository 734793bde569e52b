/** What a verified membership chain says at its head. Only `membership.ts` makes one. */

import type { Role } from '#contract/access/roles.ts';
import type { PrincipalKind } from '#contract/access/session.ts';
import type { PrincipalPublicKeys, TrustRoot } from '../principals/principal-keys.ts';

export interface MembershipPrincipal {
  readonly public_keys: PrincipalPublicKeys;
  readonly kind: PrincipalKind;
  readonly is_admin: boolean;
  readonly disabled: boolean;
}

export interface MembershipGroup {
  /** Of the group key: 1 when the group is made, one more at each rotation. */
  readonly generation: number;
  readonly members: ReadonlyMap<string, Role>;
}

export interface MembershipState {
  readonly trust: TrustRoot;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly principals: ReadonlyMap<string, MembershipPrincipal>;
  readonly groups: ReadonlyMap<string, MembershipGroup>;
}

/** What one allowed record changes; absent means untouched. */
export interface MembershipChange {
  readonly principals?: readonly (readonly [string, MembershipPrincipal])[];
  readonly groups?: readonly (readonly [string, MembershipGroup])[];
}
