/**
 * Resumable uploads: a node `pending` from the start, parts in any order, each attempt at a part a separate sealed
 * stream with its own salt, and a sealed manifest at the end. A part counts once it is complete on the disk; the
 * attempt it replaces is removed. Locking the session keeps the parts.
 * Source: choices, "Drives", Resumable; sealing design B6, "Resumable parts".
 */

import type { Readable } from 'node:stream';
import type { UploadPart, UploadParts, UploadStartBody } from '#contract/drives/requests.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { PART_SIZE_BYTES } from '#contract/limits.ts';
import { wipe } from '#crypto/bytes.ts';
import { generateDek } from '#crypto/keys/key-types.ts';
import { partContext } from '#crypto/sealing/context.ts';
import { listOwnedBlobs } from '#server/drives/blobs/blob-ownership.ts';
import { parseMimeType } from '#server/drives/blobs/media-type.ts';
import { type SourceOptions, sealIntoFile, sessionLockedError } from '#server/drives/blobs/seal-upload.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { insertNode } from '#server/drives/nodes/insert-node.ts';
import { parseNodeName } from '#server/drives/nodes/node-name.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { openPartDigest, sealPartDigest } from './part-digest.ts';

/**
 * Starts an upload.
 * @throws request_too_large, insufficient_credit (the whole size is reserved), and errors of the name and parent
 * checks.
 */
export function startUpload(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  body: UploadStartBody,
  options: WriteOptions,
): Promise<NodeRow> {
  requireRoleInGroup(actor, securityGroupId, 'editor');
  const name = parseNodeName(body.name);
  const mime_type = body.mime_type === undefined ? null : parseMimeType(body.mime_type);
  return core.deps.commits.write(() => {
    const { parent_id = null, exam_id = null, size } = body;
    core.placement.checkParent(actor, securityGroupId, parent_id);
    core.placement.checkExam(actor, securityGroupId, exam_id);
    core.allowance.check(size);
    const node_id = core.deps.newId<NodeId>();
    const row = insertNode(core, actor, {
      place: { node_id, security_group_id: securityGroupId, kind: 'file', parent_id, exam_id },
      dek: generateDek(),
      name,
      onConflict: body.on_conflict ?? 'rename',
      status: 'pending',
      content: {
        transfer: 'resumable',
        part_size: PART_SIZE_BYTES,
        declared_size: size,
        charged_bytes: size,
        mime_type,
      },
    });
    options.withinTransaction?.(node_id);
    return row;
  });
}

/**
 * Receives one complete part. Parts may be repeated and sent in any order; the last complete attempt counts.
 * @throws invalid_request for a wrong number or length, replay once the upload is complete.
 */
export async function putPart(
  core: DrivesCore,
  actor: Actor,
  nodeId: { readonly security_group_id: SecurityGroupId; readonly node_id: NodeId },
  part: number,
  source: Readable,
  { onActivity, freeChunks }: SourceOptions = {},
): Promise<UploadPart> {
  const { security_group_id, node_id } = nodeId;
  const row = getPending(core, actor, security_group_id, node_id);
  const expected = expectedPartSize(row, part);
  const dek = core.keeper.dekOf(actor.keyRing, row);
  const attempt_id = core.deps.newId();
  const running = core.hashes.before(node_id, part);
  const owner = { workspace_id: core.deps.workspaceId(), ...nodeId, part, attempt_id };
  const file = await core.blobs.create(attempt_id);
  let replaced: readonly string[];
  let digest: string;
  try {
    const { size, head, sha256 } = await sealIntoFile(source, file, {
      dek,
      context: partContext(owner),
      signal: actor.signal,
      admit: (bytes) => {
        if (bytes > expected) throw wrongPartSize(part, expected);
      },
      onActivity,
      freeChunks,
      alsoHash: running?.hash,
    });
    wipe(head);
    if (size !== expected) throw wrongPartSize(part, expected);
    await file.finish();
    if (actor.signal.aborted) throw sessionLockedError();
    // Checked now, because after the commit nothing may fail. Read again, because a rotation may have rewrapped the row
    // meanwhile.
    const current = getPending(core, actor, security_group_id, node_id);
    const currentDek = core.keeper.dekOf(actor.keyRing, current);
    const encrypted_sha256 = sealPartDigest(currentDek, owner, sha256);
    const named = { parts: core.parts.list(node_id).filter((other) => other.part === part), variants: [] };
    const own = await listOwnedBlobs(core, current, currentDek, named);
    const superseded = await core.deps.commits.write(() => {
      if (actor.signal.aborted) throw sessionLockedError();
      getPending(core, actor, security_group_id, node_id);
      return core.parts.put({ node_id, part, attempt_id, size, encrypted_sha256 });
    });
    if (running !== undefined) core.hashes.keep(node_id, running, attempt_id);
    digest = sha256;
    replaced = own.filter((attemptId) => attemptId === superseded?.attempt_id);
  } catch (error) {
    await file.discard();
    throw error;
  }
  // The row now names the file, so a later failure must not remove it.
  await core.blobs.remove(replaced);
  return { n: part, size: expected, sha256: digest };
}

/** Lists the stored parts. @throws invalid_request when the node is not a resumable upload. */
export function listParts(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  nodeId: NodeId,
): UploadParts {
  const row = core.reader.get(actor, securityGroupId, nodeId, 'viewer');
  const { partSize, declaredSize } = transferOf(row);
  const dek = core.keeper.dekOf(actor.keyRing, row);
  const place = {
    workspace_id: core.deps.workspaceId(),
    security_group_id: securityGroupId,
    node_id: nodeId,
  };
  return {
    items: core.parts.list(nodeId).map(({ part, size, attempt_id, encrypted_sha256 }) => ({
      n: part,
      size,
      sha256: openPartDigest(dek, { ...place, part, attempt_id }, encrypted_sha256),
    })),
    part_size: partSize,
    declared_size: declaredSize,
  };
}

/**
 * Returns the row if the upload still accepts parts.
 * @throws not_found once it has failed, replay once it is complete, document_deleted in the trash.
 */
export function getPending(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  nodeId: NodeId,
): NodeRow {
  const row = core.reader.getActive(actor, securityGroupId, nodeId, 'editor');
  transferOf(row);
  if (row.status === 'failed')
    throw new VaultError('not_found', 'The transfer was cancelled. Begin a new one.');
  if (row.status === 'ready') throw new VaultError('replay', 'The transfer is already complete.');
  return row;
}

/**
 * Part size and declared size of an upload.
 * @throws invalid_request for a folder and for a file uploaded in one request.
 */
export function transferOf(row: NodeRow): { readonly partSize: number; readonly declaredSize: number } {
  if (row.transfer !== 'resumable' || row.part_size === null || row.declared_size === null) {
    throw new VaultError('invalid_request', 'This is not a resumable transfer.');
  }
  return { partSize: row.part_size, declaredSize: row.declared_size };
}

/** An empty file has one empty part, which need not be sent. */
export function expectedPartSize(row: NodeRow, part: number): number {
  const { partSize, declaredSize } = transferOf(row);
  const parts = Math.max(Math.ceil(declaredSize / partSize), 1);
  if (part > parts) throw new VaultError('invalid_request', `This transfer has only ${parts} parts.`);
  return Math.min(partSize, declaredSize - (part - 1) * partSize);
}

function wrongPartSize(part: number, expected: number): VaultError {
  return new VaultError('invalid_request', `Part ${part} must have exactly ${expected} bytes.`);
}
