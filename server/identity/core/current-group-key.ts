import type { SecurityGroupId } from '#contract/ids.ts';
import type { GroupKey } from '#crypto/keys/key-types.ts';
import type { AccessCore } from './identity-dependencies.ts';
import type { UnlockedPrincipal } from './unlocked-principals.ts';

/** Finds the group's key of the generation the list names, if this principal has it. Only that key may be granted. */
export function findCurrentKey(
  core: AccessCore,
  { keyRing }: UnlockedPrincipal,
  securityGroupId: SecurityGroupId,
): { readonly generation: number; readonly key: GroupKey } | undefined {
  const group = core.ledger.state().groups.get(securityGroupId);
  if (group === undefined || !keyRing.hasGroupKey(securityGroupId)) return undefined;
  const held = keyRing.currentGroupKey(securityGroupId);
  return held.generation === group.generation ? held : undefined;
}
