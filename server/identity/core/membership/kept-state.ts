/** That a group has a state digest is signed with the record that makes it, so that nobody takes it away unnoticed. */
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import type { GroupKey } from '#crypto/keys/keys.ts';
import type { MembershipRecord } from '#crypto/membership/membership.ts';

/** The groups' state digests. */
export interface KeptState {
  /** The first, of no rows; inside the transaction that makes the group. */
  readonly beginEmpty: (securityGroupId: SecurityGroupId, generation: number, key: GroupKey) => void;
  readonly hasBegun: (securityGroupId: SecurityGroupId) => boolean;
}

type Draft = Pick<MembershipRecord, 'action'> &
  Partial<Pick<MembershipRecord, 'security_group_id' | 'generation'>> & {
    readonly grants?: ReadonlyMap<PrincipalId, GroupKey>;
  };

/** What the record says of it; a group that is made gets its digest here. */
export function keptStateOf(
  keptState: KeptState | undefined,
  { action, security_group_id, generation, grants }: Draft,
): Pick<MembershipRecord, 'keeps_state'> {
  if (keptState === undefined || !security_group_id || !generation) return {};
  const [key] = grants?.values() ?? [];
  if (action === 'create_group' && key) keptState.beginEmpty(security_group_id, generation, key);
  else if (action !== 'rotate' || !keptState.hasBegun(security_group_id)) return {};
  return { keeps_state: true };
}
