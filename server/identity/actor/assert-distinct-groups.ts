import type { GroupRole } from '#contract/access/roles.ts';
import { VaultError } from '#contract/errors/vault-error.ts';

/** Refuses a list that names a group twice, because the two roles could differ. @throws invalid_request */
export function assertDistinctGroups(groups: readonly GroupRole[]): void {
  if (new Set(groups.map((group) => group.security_group_id)).size === groups.length) return;
  throw new VaultError('invalid_request', 'groups: name each group once.');
}
