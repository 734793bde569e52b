import type { GroupRole } from '#contract/access/roles.ts';
import { VaultError } from '#contract/errors/vault-error.ts';

/** @throws invalid_request when a group is named twice, perhaps with two roles. */
export function assertDistinctGroups(groups: readonly GroupRole[]): void {
  if (new Set(groups.map((group) => group.security_group_id)).size === groups.length) return;
  throw new VaultError('invalid_request', 'groups: each group once.');
}
