import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import type { Actor } from '#server/identity/actor/actor.ts';

export interface Titled {
  /** Name of the node; null when the caller is no member or lacks the key, and when the name does not verify. */
  readonly title: string | null;
  readonly security_group_id: SecurityGroupId;
}

/** Name of a node, for lists of other objects that mention it. Undefined when it does not exist. */
export function titleOf(core: DrivesCore, actor: Actor, nodeId: NodeId): Titled | undefined {
  const row = core.nodes.find(nodeId);
  if (row === undefined) return undefined;
  const { security_group_id } = row;
  const mayKnow =
    actor.roleIn(security_group_id) !== undefined && actor.keyRing.hasGroupKey(security_group_id);
  try {
    return { security_group_id, title: mayKnow ? (core.reader.view(actor, row).name ?? null) : null };
  } catch (error) {
    if (error instanceof CryptoError) return { security_group_id, title: null };
    throw error;
  }
}
