import type { SecurityGroupId } from '#contract/ids.ts';
import type { SignedMembershipRecord } from '#crypto/membership/membership.ts';

/**
 * Finds groups whose newest key a former member still knows, from the signed list: a job row alone could be deleted by
 * any program with access to the folder. `records`: verified.
 */
export function groupsDueForRotation(
  records: readonly SignedMembershipRecord[],
): ReadonlySet<SecurityGroupId> {
  const groupsOf = new Map<string, Set<SecurityGroupId>>();
  const left = new Set<SecurityGroupId>();
  for (const { record } of records) {
    const { action, principal_id, security_group_id } = record;
    const groups = groupsOf.get(principal_id) ?? new Set();
    groupsOf.set(principal_id, groups);
    if (action === 'disable') {
      for (const id of groups) left.add(id);
      groups.clear();
    }
    if (security_group_id === null) continue;
    if (action === 'create_group' || action === 'set_role') groups.add(security_group_id);
    if (action === 'remove') {
      groups.delete(security_group_id);
      left.add(security_group_id);
    }
    if (action === 'rotate') left.delete(security_group_id);
  }
  return left;
}
