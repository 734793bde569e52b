/** Signs into the membership record that a group has a state digest, so that deleting the digest is noticed. */
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import type { GroupKey } from '#crypto/keys/key-types.ts';
import type { MembershipRecord } from '#crypto/membership/membership.ts';

/** Port to the state digests of groups. */
export interface StateDigestPort {
  /** Creates the digest of an empty group, inside the transaction that creates the group. */
  readonly beginEmpty: (securityGroupId: SecurityGroupId, generation: number, key: GroupKey) => void;
  readonly hasBegun: (securityGroupId: SecurityGroupId) => boolean;
}

type Draft = Pick<MembershipRecord, 'action'> &
  Partial<Pick<MembershipRecord, 'security_group_id' | 'generation'>> & {
    readonly grants?: ReadonlyMap<PrincipalId, GroupKey>;
  };

/** The record's statement on the digest. A newly created group gets its digest here. */
export function stateDigestStatement(
  keptState: StateDigestPort | undefined,
  { action, security_group_id, generation, grants }: Draft,
): Pick<MembershipRecord, 'keeps_state'> {
  if (keptState === undefined || !security_group_id || !generation) return {};
  const [key] = grants?.values() ?? [];
  if (action === 'create_group' && key) keptState.beginEmpty(security_group_id, generation, key);
  else if (action !== 'rotate' || !keptState.hasBegun(security_group_id)) return {};
  return { keeps_state: true };
}
