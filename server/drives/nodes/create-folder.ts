import type { FolderBody } from '#contract/drives/requests.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { generateDek } from '#crypto/keys/key-types.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { insertNode } from './insert-node.ts';
import { parseNodeName } from './node-name.ts';

/** Creates a folder. @throws name_taken, and errors of the name and parent checks. */
export function createFolder(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  body: FolderBody,
  options: WriteOptions,
): Promise<NodeRow> {
  requireRoleInGroup(actor, securityGroupId, 'editor');
  const name = parseNodeName(body.name);
  return core.deps.commits.write(() => {
    const { parent_id = null, exam_id = null } = body;
    core.placement.checkParent(actor, securityGroupId, parent_id);
    core.placement.checkExam(actor, securityGroupId, exam_id);
    const node_id = core.deps.newId<NodeId>();
    const row = insertNode(core, actor, {
      place: { node_id, security_group_id: securityGroupId, kind: 'folder', parent_id, exam_id },
      dek: generateDek(),
      name,
      onConflict: 'fail',
      status: 'ready',
    });
    options.withinTransaction?.(node_id);
    return row;
  });
}
