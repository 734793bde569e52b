/**
 * Lists a folder, an exam's files, or the trash: folders first, then by name. Names are sealed, so the
 * matching names are opened (once per unlocked principal) and put in order in memory; only the rows of
 * the page itself are read whole and checked.
 * Source: choices, "Drives", list; "Vocabulary" for members without a key.
 */
import type { DriveNode } from '#contract/drives/node.ts';
import type { NodeListQuery } from '#contract/drives/requests.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import type { Page } from '#contract/page.ts';
import { VaultError } from '#contract/vault-error.ts';
import { type Actor, requireRoleInGroup } from '#server/access/actor.ts';
import type { NodeFilter, NodeNameRow } from '#server/db/drives/node-row.ts';
import type { DrivesCore } from '../drives-core.ts';
import { decodeCursor, encodeCursor, type NodePlace } from './list-cursor.ts';
import { toView } from './node-view.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base' });

export function listNodes(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: string,
  query: NodeListQuery,
): Page<DriveNode> {
  requireRoleInGroup(actor, securityGroupId, 'viewer');
  const { limit = PAGE_LIMIT_DEFAULT, cursor, ...filter } = query;
  if (filter.parent_id !== undefined) assertFolder(core, securityGroupId, filter.parent_id);
  const queryText = JSON.stringify([securityGroupId, Object.entries(filter).sort()]);
  const after = cursor === undefined ? undefined : decodeCursor(actor.macKey, queryText, cursor);
  const places = core.nodes
    .listNames(toFilter(securityGroupId, filter))
    .map((row) => placeOf(core, actor, row))
    .filter((place) => after === undefined || compare(place, after) > 0)
    .sort(compare);
  const page = places.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.flatMap((place) => viewOf(core, actor, place.node_id)),
    next_cursor:
      last !== undefined && places.length > limit ? encodeCursor(actor.macKey, queryText, last) : null,
  };
}

/** The trash has no folders of its own: without a parent it shows all that was trashed itself, from anywhere. */
function toFilter(securityGroupId: string, query: Omit<NodeListQuery, 'limit' | 'cursor'>): NodeFilter {
  const { parent_id, exam_id, kind, status, state = 'active' } = query;
  const isWholeDrive = exam_id !== undefined;
  const isTrash = state === 'deleted' && parent_id === undefined && !isWholeDrive;
  return {
    security_group_id: securityGroupId,
    parent_id: parent_id ?? (isWholeDrive || isTrash ? undefined : null),
    exam_id,
    kind,
    status,
    is_deleted: state === 'all' ? undefined : state === 'deleted' ? 1 : 0,
    trashedThemselves: isTrash,
  };
}

function assertFolder(core: DrivesCore, securityGroupId: string, parentId: string): void {
  const parent = core.nodes.find(parentId);
  if (parent === undefined || parent.security_group_id !== securityGroupId) {
    throw new VaultError('not_found', 'There is no such folder in this drive.');
  }
  if (parent.kind !== 'folder') throw new VaultError('parent_not_a_folder', 'The parent is a file.');
}

function placeOf(core: DrivesCore, actor: Actor, row: NodeNameRow): NodePlace {
  return {
    isFolder: row.kind === 'folder',
    name: core.keeper.canOpen(actor.keyRing, row) ? core.keeper.nameOf(actor.keyRing, row) : '',
    node_id: row.node_id,
  };
}

function compare(left: NodePlace, right: NodePlace): number {
  if (left.isFolder !== right.isFolder) return left.isFolder ? -1 : 1;
  return (
    byName.compare(left.name, right.name) ||
    (left.node_id < right.node_id ? -1 : Number(left.node_id > right.node_id))
  );
}

function viewOf(core: DrivesCore, actor: Actor, nodeId: string): DriveNode[] {
  const row = core.nodes.find(nodeId);
  if (row === undefined) return [];
  if (!core.keeper.canOpen(actor.keyRing, row)) return [toView(row, core.deps.workspaceId(), null)];
  return [core.reader.view(actor, core.keeper.verify(actor.keyRing, row))];
}
