import type { FolderBody } from '#contract/drives/requests.ts';
import { generateDek } from '#crypto/keys.ts';
import { type Actor, requireRoleInGroup } from '#server/access/actor.ts';
import { nowInstant } from '#server/access/clock.ts';
import type { WriteOptions } from '#server/access/write-options.ts';
import type { NodeRow } from '#server/db/drives/node-row.ts';
import type { DrivesCore } from '../drives-core.ts';
import { parseNodeName } from './node-name.ts';

/** @throws name_taken, and what the checks of name and place throw. */
export function createFolder(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: string,
  body: FolderBody,
  options: WriteOptions,
): Promise<NodeRow> {
  const { deps, keeper, nodes } = core;
  requireRoleInGroup(actor, securityGroupId, 'editor');
  const wanted = parseNodeName(body.name);
  return deps.commits.write(() => {
    const { generation } = actor.keyRing.currentGroupKey(securityGroupId);
    const parent_id = body.parent_id ?? null;
    core.placement.checkParent(actor, securityGroupId, parent_id);
    core.placement.checkExam(actor, securityGroupId, body.exam_id ?? null);
    const place = {
      node_id: deps.newId(),
      security_group_id: securityGroupId,
      kind: 'folder',
      parent_id,
      gk_gen: generation,
    } as const;
    const { name, name_mac } = core.claims.claim(actor.keyRing, {
      node: place,
      name: wanted,
      onConflict: 'fail',
    });
    const dek = generateDek();
    const now = nowInstant(deps.clock);
    const row = keeper.stamp(actor.keyRing, {
      ...place,
      status: 'ready',
      exam_id: body.exam_id ?? null,
      transfer: null,
      part_size: null,
      declared_size: null,
      size: null,
      charged_bytes: 0,
      mime_type: null,
      media_kind: null,
      encrypted_name: keeper.sealName(dek, place, name),
      name_mac,
      encrypted_dek: keeper.wrapDekFor(actor.keyRing, place, dek),
      created_by: actor.principal_id,
      created_at: now,
      completed_at: now,
      is_deleted: 0,
      deleted_at: null,
      deleted_with: null,
      row_rev: 0,
    });
    nodes.insert(row);
    options.withinTransaction?.(row.node_id);
    return row;
  });
}
