import type { NodeId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { fileContext, partContext } from '#crypto/sealing/context.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';

interface PartOwner {
  readonly workspace_id: WorkspaceId;
  readonly security_group_id: SecurityGroupId;
  readonly node_id: NodeId;
}

/**
 * The seal context of an upload's part. A part with its node's own id is a complete file pushed by a travelling copy.
 */
export function contextOfPart(
  owner: PartOwner,
  { part, attempt_id }: { readonly part: number; readonly attempt_id: string },
): SealContext {
  return attempt_id === owner.node_id ? fileContext(owner) : partContext({ ...owner, part, attempt_id });
}
