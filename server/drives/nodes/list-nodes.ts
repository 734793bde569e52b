/**
 * Lists a folder, an exam's files, the trash, or changes: folders first, then by name, or by change. Names are sealed,
 * so matching ones are opened (once per unlocked principal) and sorted in memory; only rows of the page are read
 * completely and verified.
 * Source: choices, "Drives", list; "Vocabulary" for members without a key.
 */

import type { DriveNode } from '#contract/drives/node.ts';
import type { NodeListQuery } from '#contract/drives/requests.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { instantOf } from '#contract/instant.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import type { Page } from '#contract/paged-list.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { type Actor, notFoundError, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import { openCursor, sealCursor } from '#server/identity/requests/list-cursor.ts';
import type { ListedNodeRow, NodeFilter } from '#server/storage/drives/node-row.ts';

/** Sort position: folders first, then name, then id. */
interface NodePlace {
  readonly isFolder: boolean;
  readonly name: string;
  readonly node_id: NodeId;
}

const byName = new Intl.Collator('en', { sensitivity: 'base' });

export function listNodes(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  query: NodeListQuery,
): Page<DriveNode> {
  requireRoleInGroup(actor, securityGroupId, 'viewer');
  const { limit = PAGE_LIMIT_DEFAULT, cursor, ...filter } = query;
  if (filter.parent_id !== undefined) assertFolder(core, securityGroupId, filter.parent_id);
  const scope = `nodes ${JSON.stringify([securityGroupId, Object.entries(filter).sort()])}`;
  const after = cursor === undefined ? undefined : openCursor<NodePlace>(actor, scope, cursor);
  const [place, compare] =
    filter.order === undefined ? [placeByName, compareNames] : [placeByChange, compareChanges];
  const places = core.nodes
    .listNames(toFilter(securityGroupId, filter))
    .map((row) => place(row, core, actor))
    .filter((candidate) => after === undefined || compare(candidate, after) > 0)
    .sort(compare);
  const page = places.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.flatMap(({ node_id }) => viewOf(core, actor, node_id)),
    next_cursor: last !== undefined && places.length > limit ? sealCursor(actor, scope, last) : null,
  };
}

/**
 * Converts a list query to a filter. Without a parent the trash lists everything trashed directly, from any folder;
 * changes are listed over the whole drive.
 */
function toFilter(
  securityGroupId: SecurityGroupId,
  query: Omit<NodeListQuery, 'limit' | 'cursor'>,
): NodeFilter {
  const { parent_id, exam_id, kind, status, state = 'active', updated_since } = query;
  const isWholeDrive = exam_id !== undefined || updated_since !== undefined;
  const isTrash = state === 'deleted' && parent_id === undefined && !isWholeDrive;
  return {
    security_group_id: securityGroupId,
    parent_id: parent_id ?? (isWholeDrive || isTrash ? undefined : null),
    exam_id,
    kind,
    status,
    is_deleted: state === 'all' ? undefined : state === 'deleted' ? 1 : 0,
    trashedThemselves: isTrash,
    updated_since: updated_since === undefined ? undefined : instantOf('updated_since', updated_since),
  };
}

function assertFolder(core: DrivesCore, securityGroupId: SecurityGroupId, parentId: NodeId): void {
  const parent = core.nodes.find(parentId);
  if (parent === undefined || parent.security_group_id !== securityGroupId) {
    throw notFoundError();
  }
  if (parent.kind !== 'folder')
    throw new VaultError('parent_not_a_folder', 'The parent is a file. Choose a folder.');
}

function placeByName(row: ListedNodeRow, core: DrivesCore, actor: Actor): NodePlace {
  return { isFolder: row.kind === 'folder', name: nameOrNone(core, actor, row), node_id: row.node_id };
}

/** A name that does not open must not hide other nodes. */
function nameOrNone(core: DrivesCore, actor: Actor, row: ListedNodeRow): string {
  try {
    return core.keeper.nameOf(actor.keyRing, row);
  } catch (error) {
    if (error instanceof CryptoError || error instanceof VaultError) return '';
    throw error;
  }
}

function compareNames(left: NodePlace, right: NodePlace): number {
  if (left.isFolder !== right.isFolder) return left.isFolder ? -1 : 1;
  return (
    byName.compare(left.name, right.name) ||
    (left.node_id < right.node_id ? -1 : Number(left.node_id > right.node_id))
  );
}

/** The change time takes the place of the name. */
function placeByChange({ node_id, updated_at }: ListedNodeRow): NodePlace {
  return { isFolder: false, name: updated_at, node_id };
}

function compareChanges(left: NodePlace, right: NodePlace): number {
  const [a, b] = [left.name + left.node_id, right.name + right.node_id];
  return a < b ? -1 : Number(a > b);
}

function viewOf(core: DrivesCore, actor: Actor, nodeId: NodeId): DriveNode[] {
  const row = core.nodes.find(nodeId);
  if (row === undefined) return [];
  try {
    return [core.reader.view(actor, core.keeper.verify(actor.keyRing, row))];
  } catch (error) {
    if (error instanceof VaultError) return [core.reader.viewWithoutName(row)];
    if (!(error instanceof CryptoError)) throw error;
    core.deps.findings.report('file_damaged', nodeId);
    return [core.reader.viewOfDamaged(row)];
  }
}
