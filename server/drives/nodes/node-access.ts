/**
 * Finds the node a request names, within the named group, and checks the actor's role. Every returned row has passed
 * its row MAC.
 */

import type { Role } from '#contract/access/roles.ts';
import type { DriveNode } from '#contract/drives/node.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { DrivesDeps } from '#server/drives/drives-ports.ts';
import { openAnyHeader } from '#server/drives/renditions/sealed-header.ts';
import { type Actor, notFoundError, requireRoleForObject } from '#server/identity/actor/actor.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { NodeStore } from '#server/storage/drives/node-store.ts';
import type { ProcessingStore } from '#server/storage/drives/processing-store.ts';
import type { NodeCrypto } from './node-crypto.ts';
import { type Processed, toDamagedView, toView } from './node-view.ts';

/** Longer headers are of pictures with geometry by frame, which have no pages; lists need not open them. */
const PAGED_HEADER_MAX_BYTES = 16 * 1024;

export interface NodeAccess {
  /**
   * Returns the verified row of a node.
   * @throws not_found for a node of another group; permission_denied; group_key_unavailable; CryptoError.
   */
  readonly get: (actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId, needed: Role) => NodeRow;
  /** Returns the verified row of a node outside the trash. @throws document_deleted, and as `get` */
  readonly getActive: (
    actor: Actor,
    securityGroupId: SecurityGroupId,
    nodeId: NodeId,
    needed: Role,
  ) => NodeRow;
  readonly view: (actor: Actor, row: NodeRow) => DriveNode;
  /** Builds a node's view for a caller without the group's key. */
  readonly viewWithoutName: (row: NodeRow) => DriveNode;
  /**
   * Returns the named row if it does not verify; undefined if it does.
   * @throws not_found, permission_denied; group_key_unavailable when no key is available to check.
   */
  readonly findDamaged: (
    actor: Actor,
    securityGroupId: SecurityGroupId,
    nodeId: NodeId,
    needed: Role,
  ) => NodeRow | undefined;
  /** Plaintext columns only, as far as they can be shown. */
  readonly viewOfDamaged: (row: NodeRow) => DriveNode;
}

export interface NodeReaderParts {
  readonly nodes: NodeStore;
  readonly processing: ProcessingStore;
  readonly keeper: NodeCrypto;
  readonly workspaceId: () => WorkspaceId;
  readonly findings: FindingsPort;
  readonly isAtClinic?: DrivesDeps['isAtClinic'];
  readonly findOwnName?: DrivesDeps['findOwnName'];
}

export function createNodeAccess(parts: NodeReaderParts): NodeAccess {
  const { nodes, processing, keeper, workspaceId, findings } = parts;
  const viewAs = (
    row: NodeRow,
    name: string | null,
    { page_count, own_name }: Pick<Processed, 'page_count' | 'own_name'>,
  ) =>
    toView(row, workspaceId(), name, {
      processing: processing.find(row.node_id),
      variants: processing.variants(row.node_id),
      updated_at: nodes.changedAt(row.node_id),
      page_count,
      own_name,
      is_at_clinic: parts.isAtClinic?.(row.node_id) === true,
    });

  /** Ignores a header that does not open, so that the file stays usable. */
  function pagesOf(keyRing: KeyRing, row: NodeRow): number | null {
    if (row.media_kind !== 'pdf' && row.media_kind !== 'dicom') return null;
    const sealed = processing.find(row.node_id)?.encrypted_header;
    if (!sealed || sealed.length > PAGED_HEADER_MAX_BYTES) return null;
    const { node_id, security_group_id } = row;
    try {
      const owner = { workspace_id: workspaceId(), security_group_id, node_id };
      return openAnyHeader(keeper.dekOf(keyRing, row), owner, sealed).page_count ?? null;
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      findings.report('picture_damaged', node_id);
      return null;
    }
  }

  /** Ignores a local name that does not open. */
  function ownNameOf(keyRing: KeyRing, row: NodeRow): string | undefined {
    const encrypted_name = parts.findOwnName?.(row);
    if (encrypted_name === undefined) return undefined;
    try {
      return keeper.nameOf(keyRing, { ...row, encrypted_name });
    } catch (error) {
      if (error instanceof CryptoError) return undefined;
      throw error;
    }
  }

  function find(actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId, needed: Role): NodeRow {
    // A foreign group is not read at all, whether the node exists or not.
    if (actor.roleIn(securityGroupId) === undefined) throw notFoundError();
    const row = nodes.findIn(securityGroupId, nodeId);
    if (row === undefined) throw notFoundError();
    requireRoleForObject(actor, securityGroupId, needed);
    return row;
  }

  function get(actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId, needed: Role): NodeRow {
    const row = find(actor, securityGroupId, nodeId, needed);
    try {
      return keeper.verify(actor.keyRing, row);
    } catch (error) {
      if (error instanceof CryptoError) findings.report('file_damaged', nodeId);
      throw error;
    }
  }

  return {
    get,
    getActive(actor, securityGroupId, nodeId, needed) {
      const row = get(actor, securityGroupId, nodeId, needed);
      if (row.is_deleted === 1)
        throw new VaultError('document_deleted', 'This is in the trash. Restore it first.');
      return row;
    },
    view: (actor, row) =>
      viewAs(row, keeper.nameOf(actor.keyRing, row), {
        page_count: pagesOf(actor.keyRing, row),
        own_name: ownNameOf(actor.keyRing, row),
      }),
    viewWithoutName: (row) => viewAs(row, null, { page_count: null, own_name: undefined }),
    findDamaged(actor, securityGroupId, nodeId, needed) {
      const row = find(actor, securityGroupId, nodeId, needed);
      try {
        keeper.nameOf(actor.keyRing, keeper.verify(actor.keyRing, row));
        return undefined;
      } catch (error) {
        if (!(error instanceof CryptoError)) throw error;
        findings.report('file_damaged', nodeId);
        return row;
      }
    },
    viewOfDamaged: (row) => toDamagedView(row, workspaceId()),
  };
}
