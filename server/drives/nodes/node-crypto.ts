/**
 * Verifies, opens and signs node rows: checks the row MAC on every read, unwraps the DEK, opens and seals names, and
 * stamps a changed row with its next revision and MAC. The only file of the drives that uses group keys. Independent of
 * SQL and routes.
 * Source: sealing design B4, "Row MAC" and slots `dek`, `name`.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { unwrapDek, wrapDek } from '#crypto/keys/document-keys.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { createRowSeal } from '#crypto/keys/row-mac.ts';
import { dekContext, nameContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import { nodeLayout, type UnstampedNode } from '#server/drives/node-row-mac.ts';
import type { NodeNameRow, NodeRow } from '#server/storage/drives/node-row.ts';
import { nameMac } from './node-name.ts';

/** Names are padded to this length, so that a sealed name does not reveal it. */
const NAME_PAD_BYTES = 32;

type OpenedNames = Map<string, { readonly sealed: Uint8Array; readonly name: string }>;
type NodeKeys = Pick<NodeRow, 'node_id' | 'security_group_id' | 'gk_gen' | 'encrypted_dek'>;

export interface NodeCrypto {
  /**
   * Returns the row with its status corrected by authenticated columns.
   * @throws CryptoError when the plaintext row was changed; group_key_unavailable without its key.
   */
  readonly verify: (keyRing: KeyRing, row: NodeRow) => NodeRow;
  /** Verifies a row; undefined when it does not verify, or the key ring lacks the key. */
  readonly verifyIfHeld: (keyRing: KeyRing, row: NodeRow) => NodeRow | undefined;
  readonly dekOf: (keyRing: KeyRing, row: NodeKeys) => Dek;
  readonly wrapDekFor: (
    keyRing: KeyRing,
    node: Pick<NodeRow, 'node_id' | 'security_group_id' | 'gk_gen'>,
    dek: Dek,
  ) => Uint8Array;
  readonly nameOf: (keyRing: KeyRing, row: NodeNameRow) => string;
  readonly sealName: (
    dek: Dek,
    node: Pick<NodeRow, 'node_id' | 'security_group_id' | 'kind'>,
    name: string,
  ) => Uint8Array;
  /** The MAC of a name in a folder under one generation of the group's key. */
  readonly nameMacOf: (
    keyRing: KeyRing,
    securityGroupId: SecurityGroupId,
    generation: number,
    parentId: NodeId | null,
    name: string,
  ) => Uint8Array;
  /** Returns the row with its next revision and MAC. */
  readonly stamp: (keyRing: KeyRing, row: UnstampedNode) => NodeRow;
  /**
   * Returns the changed row with a new stamp, for rows affected by another row's change. Undefined for one that does
   * not verify: it must stay unchanged, so that it neither blocks the change nor becomes valid by it.
   */
  readonly restamp: (keyRing: KeyRing, row: NodeRow, change: Partial<NodeRow>) => NodeRow | undefined;
  /** Drops cached data of a purged node. */
  readonly forget: (keyRing: KeyRing, nodeId: NodeId) => void;
}

export function createNodeCrypto(workspaceId: () => WorkspaceId): NodeCrypto {
  const seal = createRowSeal(nodeLayout(workspaceId));
  const names = new WeakMap<KeyRing, OpenedNames>();

  function dekOf(keyRing: KeyRing, row: NodeKeys): Dek {
    return keyRing.dek(row.node_id, row.gk_gen, row.encrypted_dek, () =>
      unwrapDek(keyRing.groupKey(row.security_group_id, row.gk_gen), row.encrypted_dek, contextOfDek(row)),
    );
  }

  function contextOfDek(row: Pick<NodeKeys, 'node_id' | 'security_group_id' | 'gk_gen'>) {
    return dekContext({
      workspace_id: workspaceId(),
      security_group_id: row.security_group_id,
      object_id: row.node_id,
      gk_gen: row.gk_gen,
    });
  }

  function contextOfName(node: Pick<NodeRow, 'node_id' | 'security_group_id' | 'kind'>) {
    const { node_id, security_group_id, kind } = node;
    return nameContext({ workspace_id: workspaceId(), security_group_id, node_id, kind });
  }

  function namesOf(keyRing: KeyRing): OpenedNames {
    const opened: OpenedNames = new Map();
    names.set(keyRing, opened);
    keyRing.onWipe(() => opened.clear());
    return opened;
  }

  /** Opened names are cached as long as their key ring has the group's key. */
  function nameOf(keyRing: KeyRing, row: NodeNameRow): string {
    keyRing.groupKey(row.security_group_id, row.gk_gen);
    const opened = names.get(keyRing) ?? namesOf(keyRing);
    const cached = opened.get(row.node_id);
    if (cached !== undefined && Buffer.compare(cached.sealed, row.encrypted_name) === 0) return cached.name;
    const name = fromUtf8(openPacked(dekOf(keyRing, row), row.encrypted_name, contextOfName(row)));
    opened.set(row.node_id, { sealed: row.encrypted_name, name });
    return name;
  }

  function verify(keyRing: KeyRing, row: NodeRow): NodeRow {
    const { rowMacKey } = keyRing.subkeys(row.security_group_id, row.gk_gen);
    seal.verify(rowMacKey, row, row.row_mac);
    return { ...row, status: trueStatus(row) };
  }

  function verifyIfHeld(keyRing: KeyRing, row: NodeRow): NodeRow | undefined {
    if (!keyRing.hasGroupKey(row.security_group_id)) return undefined;
    try {
      return verify(keyRing, row);
    } catch (error) {
      if (error instanceof CryptoError || error instanceof VaultError) return undefined;
      throw error;
    }
  }

  function stamp(keyRing: KeyRing, row: UnstampedNode): NodeRow {
    const next = { ...row, row_rev: row.row_rev + 1 };
    const { rowMacKey } = keyRing.subkeys(row.security_group_id, row.gk_gen);
    return { ...next, row_mac: seal.mac(rowMacKey, next) };
  }

  return {
    verify,
    verifyIfHeld,
    dekOf,
    wrapDekFor: (keyRing, node, dek) =>
      wrapDek(keyRing.groupKey(node.security_group_id, node.gk_gen), dek, contextOfDek(node)),
    nameOf,
    sealName: (dek, node, name) => sealPacked(dek, utf8(name), contextOfName(node), NAME_PAD_BYTES),
    nameMacOf: (keyRing, securityGroupId, generation, parentId, name) =>
      nameMac(keyRing.subkeys(securityGroupId, generation).nameMacKey, parentId, name),
    stamp,
    restamp(keyRing, row, change) {
      const verified = verifyIfHeld(keyRing, row);
      return verified && stamp(keyRing, { ...verified, ...change });
    },
    forget(keyRing, nodeId) {
      names.get(keyRing)?.delete(nodeId);
      keyRing.forgetDek(nodeId);
    },
  };
}

/** The status changes without a key and is outside the MAC; the time of completion is inside. */
function trueStatus({ status, completed_at }: NodeRow): NodeRow['status'] {
  if (completed_at !== null) return 'ready';
  return status === 'ready' ? 'pending' : status;
}
