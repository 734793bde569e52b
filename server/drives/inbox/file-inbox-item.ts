/**
 * Turns an inbox item into a file of its exam in one transaction: opens it with the group's key, wraps its DEK, writes
 * node, header and index entry, and deletes the item. The sealed content is not moved.
 * Source: sealing design B11; imaging design, "Receiving while locked".
 */
import { createHash } from 'node:crypto';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, NodeId } from '#contract/ids.ts';
import { equalBytes, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { deriveInboxKey, openInboxKeys, sealInboxKeys } from '#crypto/keys/inbox-key.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { fileContext } from '#crypto/sealing/context.ts';
import { type InstanceHeader, isInstance } from '#dicom/instance-header.ts';
import { openSealedFile } from '#server/drives/blobs/sealed-file.ts';
import { indexHeader, nodesOfInstance } from '#server/drives/dicom-index.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { insertNode } from '#server/drives/nodes/insert-node.ts';
import { parseNodeName } from '#server/drives/nodes/node-name.ts';
import { queueForProcessing } from '#server/drives/renditions/processing-queue.ts';
import { openPlain } from '#server/drives/renditions/processing-work.ts';
import { openHeader } from '#server/drives/renditions/sealed-header.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import type { RewrapBatch, RewrapProgress } from '#server/identity/actor/rewrap-port.ts';
import type { InboxRow } from '#server/storage/inbox/inbox-store.ts';

/** An item opened with its group's key. */
export interface OpenedItem {
  readonly row: InboxRow;
  readonly dek: Dek;
  /** SHA-256 of the content, 32 bytes. */
  readonly sha256: Uint8Array;
  readonly source: string;
  readonly header: InstanceHeader;
}

/** Opens an inbox item. @throws CryptoError when it is not as received; group_key_unavailable */
export function openItem(core: DrivesCore, keyRing: KeyRing, row: InboxRow): OpenedItem {
  const { node_id, security_group_id, generation, received_at } = row;
  const owner = { workspace_id: core.deps.workspaceId(), security_group_id, node_id };
  const ids = { ...owner, generation, received_at };
  const keys = openInboxKeys(keyRing.groupKey(security_group_id, generation), row.sealed_keys, ids);
  const header = openHeader(keys.dek, owner, row.encrypted_header);
  if (!isInstance(header)) throw new CryptoError();
  return { row, ...keys, header };
}

/** `duplicate`: the exam already has this instance, byte for byte; the item is deleted. */
export type FilingOutcome = 'adopted' | 'duplicate';

/** Uses up the opened item. @throws errors of the folder checks, CryptoError; the item stays then. */
export async function fileInboxItem(
  core: DrivesCore,
  actor: Actor,
  item: OpenedItem,
  place: { readonly exam_id: DocumentId; readonly parent_id: NodeId },
): Promise<FilingOutcome> {
  const { row, dek, header } = item;
  const { node_id, security_group_id } = row;
  try {
    requireRoleInGroup(actor, security_group_id, 'editor');
    const owner = { workspace_id: core.deps.workspaceId(), security_group_id, node_id };
    const file = await openSealedFile(await core.blobs.open(node_id), dek, fileContext(owner));
    await file.close();
    if (file.size !== row.size) throw new CryptoError();
    if (await isThere(core, actor, item, place.exam_id)) {
      // The existing file may be this item, which another server has filed meanwhile.
      const isOurs = await core.deps.commits.write(() => {
        const isWaiting = core.inbox.find(node_id) !== undefined;
        core.inbox.delete(node_id);
        return isWaiting;
      });
      if (isOurs) await core.blobs.remove([node_id]);
      return 'duplicate';
    }
    await core.deps.commits.write(() => {
      if (actor.signal.aborted)
        throw new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
      // Another server may have filed it already.
      if (core.inbox.find(node_id) === undefined) return;
      core.placement.checkParent(actor, security_group_id, place.parent_id);
      const { size } = row;
      const node = insertNode(core, actor, {
        place: { node_id, security_group_id, kind: 'file', ...place },
        dek,
        name: parseNodeName(`${header.instance_uid}.dcm`),
        onConflict: 'rename',
        status: 'ready',
        content: {
          mime_type: 'application/dicom',
          media_kind: 'dicom',
          transfer: 'single',
          declared_size: size,
          size,
          charged_bytes: size,
        },
      });
      core.inbox.delete(node_id);
      queueForProcessing(core, node);
      core.processing.setHeader(node_id, row.encrypted_header);
      indexHeader(core, actor.keyRing, node, header);
    });
    return 'adopted';
  } finally {
    wipe(dek);
  }
}

async function isThere(
  core: DrivesCore,
  actor: Actor,
  item: OpenedItem,
  examId: DocumentId,
): Promise<boolean> {
  for (const node of nodesOfInstance(core, actor, item.row.security_group_id, item.header.instance_uid)) {
    if (node.exam_id !== examId || node.size !== item.row.size) continue;
    const hash = createHash('sha256');
    for await (const run of openPlain(core, actor.keyRing, node).read()) hash.update(run);
    if (equalBytes(hash.digest(), item.sha256)) return true;
  }
  return false;
}

/**
 * Seals pending items to the new generation's inbox key, inside the caller's transaction. Source: sealing design B11.
 */
export function rewrapInbox(core: DrivesCore, batch: RewrapBatch): RewrapProgress {
  const { security_group_id, generation, keyRing, after, limit } = batch;
  const rows = core.inbox.listAfter(security_group_id, after, limit);
  const publicKey =
    rows.length > 0 ? deriveInboxKey(keyRing.groupKey(security_group_id, generation)) : undefined;
  const left = rows
    .filter(({ generation: held }) => held !== generation)
    .flatMap((row) => {
      try {
        const { dek, sha256, source } = openItem(core, keyRing, row);
        const ids = { ...row, workspace_id: core.deps.workspaceId(), generation };
        if (publicKey === undefined) return [];
        const sealed_keys = sealInboxKeys(publicKey, { dek, sha256, source }, ids);
        core.inbox.updateKeys({ node_id: row.node_id, generation, sealed_keys });
        wipe(dek);
        return [];
      } catch (error) {
        if (error instanceof CryptoError) return [row.node_id];
        throw error;
      }
    });
  for (const nodeId of left) core.deps.findings.report('file_damaged', nodeId);
  return { last: rows.at(-1)?.node_id ?? null, left };
}
