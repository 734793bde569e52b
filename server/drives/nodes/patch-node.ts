import type { NodePatchBody } from '#contract/drives/requests.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { type DrivesCore, publishNodeChange } from '#server/drives/drives-shared-stores.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { parseNodeName } from './node-name.ts';

/**
 * Renames, moves and re-links a node in one write; fields missing in the body stay unchanged. A taken name is numbered
 * for files and refused for folders, as at creation.
 * @throws name_taken, document_deleted, invalid_request for a folder into itself, and errors of the parent and exam
 * checks.
 */
export function patchNode(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  nodeId: NodeId,
  body: NodePatchBody,
): Promise<NodeRow> {
  const { keeper, reader, placement, nodes } = core;
  reader.get(actor, securityGroupId, nodeId, 'editor');
  const rename = body.name === undefined ? undefined : parseNodeName(body.name);
  return core.deps.commits.write(() => {
    const row = reader.getActive(actor, securityGroupId, nodeId, 'editor');
    const parent_id = body.parent_id === undefined ? row.parent_id : body.parent_id;
    const exam_id = body.exam_id === undefined ? row.exam_id : body.exam_id;
    if (parent_id !== row.parent_id) {
      placement.checkParent(actor, securityGroupId, parent_id);
      placement.checkNoCycle(nodeId, parent_id);
    }
    if (exam_id !== row.exam_id) placement.checkExam(actor, securityGroupId, exam_id);
    const moved = { ...row, parent_id, exam_id };
    const patched = keeper.stamp(actor.keyRing, { ...moved, ...renameColumns(core, actor, moved, rename) });
    nodes.update(patched);
    publishNodeChange(core, patched, 'updated', actor.principal_id, row);
    return patched;
  });
}

/** Name columns for the row's (new) folder, with its present name unless another is given. */
export function renameColumns(
  core: DrivesCore,
  actor: Actor,
  row: NodeRow,
  wanted: string | undefined,
): Pick<NodeRow, 'encrypted_name' | 'name_mac'> {
  const present = core.keeper.nameOf(actor.keyRing, row);
  const { name, name_mac } = core.claims.claim(actor.keyRing, {
    node: row,
    name: wanted ?? present,
    onConflict: 'rename',
  });
  if (name === present) return { encrypted_name: row.encrypted_name, name_mac };
  return { encrypted_name: core.keeper.sealName(core.keeper.dekOf(actor.keyRing, row), row, name), name_mac };
}
