/**
 * Finds the node a request names, in the group it names, and checks that the actor may do what it wants
 * with it. Everything that comes out has passed its row MAC.
 */
import type { Role } from '#contract/access/roles.ts';
import type { DriveNode } from '#contract/drives/node.ts';
import { VaultError } from '#contract/vault-error.ts';
import { type Actor, requireRoleForObject } from '#server/access/actor.ts';
import type { NodeRow } from '#server/db/drives/node-row.ts';
import type { NodeStore } from '#server/db/drives/node-store.ts';
import type { NodeKeeper } from './node-keeper.ts';
import { toView } from './node-view.ts';

export interface NodeReader {
  /** @throws not_found under another group than its own; permission_denied; group_key_unavailable; CryptoError. */
  readonly get: (actor: Actor, securityGroupId: string, nodeId: string, needed: Role) => NodeRow;
  /** The same for a node that must not be in the trash. @throws document_deleted */
  readonly getActive: (actor: Actor, securityGroupId: string, nodeId: string, needed: Role) => NodeRow;
  readonly view: (actor: Actor, row: NodeRow) => DriveNode;
}

export function createNodeReader(
  store: NodeStore,
  keeper: NodeKeeper,
  workspaceId: () => string,
): NodeReader {
  function get(actor: Actor, securityGroupId: string, nodeId: string, needed: Role): NodeRow {
    requireRoleForObject(actor, securityGroupId, 'viewer');
    const row = store.find(nodeId);
    if (row === undefined || row.security_group_id !== securityGroupId) {
      throw new VaultError('not_found', 'There is no such file or folder in this drive.');
    }
    requireRoleForObject(actor, securityGroupId, needed);
    return keeper.verify(actor.keyRing, row);
  }

  return {
    get,
    getActive(actor, securityGroupId, nodeId, needed) {
      const row = get(actor, securityGroupId, nodeId, needed);
      if (row.is_deleted === 1)
        throw new VaultError('document_deleted', 'This is in the trash; restore it first.');
      return row;
    },
    view: (actor, row) => toView(row, workspaceId(), keeper.nameOf(actor.keyRing, row)),
  };
}
