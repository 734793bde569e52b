/**
 * Completes a resumable upload: all parts must exist, and each is opened far enough to prove its length before the
 * manifest is sealed and the node becomes `ready`. Idempotent.
 * Source: choices, "Drives", Resumable.
 */
import { createHash } from 'node:crypto';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { partContext } from '#crypto/sealing/context.ts';
import { type MediaType, sniffMediaType } from '#server/drives/blobs/media-type.ts';
import { HEAD_BYTES, sessionLockedError } from '#server/drives/blobs/seal-upload.ts';
import { openSealedFile } from '#server/drives/blobs/sealed-file.ts';
import { type DrivesCore, publishNodeChange } from '#server/drives/drives-shared-stores.ts';
import { queueForProcessing } from '#server/drives/renditions/processing-queue.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { PartRow } from '#server/storage/drives/part-store.ts';
import { nowInstant } from '#server/system/clock.ts';
import { hashContent, hashRuns } from './content-hash.ts';
import { expectedPartSize, getPending, transferOf } from './resumable-upload.ts';
import { sealManifest } from './upload-manifest.ts';

/**
 * Completes an upload.
 * @param sent SHA-256 of the sent content, lower-case hex; the stored content must match.
 * @throws upload_incomplete naming the missing parts, or where the stored content has another hash; CryptoError when a
 * stored part does not open.
 */
export async function completeUpload(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  nodeId: NodeId,
  options: WriteOptions,
  sent?: string,
): Promise<{ readonly row: NodeRow; readonly sha256: string }> {
  const row = core.reader.getActive(actor, securityGroupId, nodeId, 'editor');
  transferOf(row);
  if (row.status === 'ready') {
    await core.deps.commits.write(() => options.withinTransaction?.(nodeId));
    return { row, sha256: await hashContent(core, actor, row) };
  }
  const pending = getPending(core, actor, securityGroupId, nodeId);
  const parts = core.parts.list(nodeId);
  assertWhole(pending, parts);
  if (parts.some(({ attempt_id }) => attempt_id === nodeId))
    throw new VaultError(
      'upload_incomplete',
      'A travelling copy is sending this file. Wait until it is complete.',
    );
  const known = core.hashes.digest(
    nodeId,
    parts.map(({ attempt_id }) => attempt_id),
  );
  const { media, sha256 } = await inspectParts(core, actor, pending, parts, known);
  if (sent !== undefined && sent !== sha256) {
    throw new VaultError(
      'upload_incomplete',
      'The stored content has another SHA-256 than the content sent, because some parts differ. List the parts and send the different ones again.',
    );
  }
  const completed = await core.deps.commits.write(() => {
    if (actor.signal.aborted) throw sessionLockedError();
    const current = getPending(core, actor, securityGroupId, nodeId);
    if (!sameAttempts(parts, core.parts.list(nodeId))) {
      throw new VaultError('upload_incomplete', 'A part arrived meanwhile. Complete the transfer again.');
    }
    const owner = {
      workspace_id: core.deps.workspaceId(),
      security_group_id: securityGroupId,
      node_id: nodeId,
    };
    core.parts.putManifest(nodeId, sealManifest(core.keeper.dekOf(actor.keyRing, current), owner, parts));
    const ready = core.keeper.stamp(actor.keyRing, {
      ...current,
      ...media,
      status: 'ready',
      size: current.declared_size,
      charged_bytes: current.declared_size ?? 0,
      completed_at: nowInstant(core.deps.clock),
    });
    core.nodes.update(ready);
    publishNodeChange(core, ready, 'updated', actor.principal_id);
    queueForProcessing(core, ready);
    options.withinTransaction?.(nodeId);
    return ready;
  });
  core.hashes.forget(nodeId);
  return { row: completed, sha256 };
}

function assertWhole(row: NodeRow, parts: readonly PartRow[]): void {
  const { partSize, declaredSize } = transferOf(row);
  const present = new Set(parts.map(({ part }) => part));
  const missing: number[] = [];
  for (let part = 1; (part - 1) * partSize < declaredSize; part += 1)
    if (!present.has(part)) missing.push(part);
  if (missing.length === 0) return;
  const shown = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ', …' : '');
  throw new VaultError(
    'upload_incomplete',
    `${missing.length} parts are missing: ${shown}. Send them, then complete the transfer again.`,
  );
}

/**
 * Proves each part's length by its authenticated last chunk; the first part's start reveals the media type. Reads the
 * whole content only where its hash is not known from the arriving parts.
 */
async function inspectParts(
  core: DrivesCore,
  actor: Actor,
  row: NodeRow,
  parts: readonly PartRow[],
  known: string | undefined,
): Promise<{ readonly media: MediaType; readonly sha256: string }> {
  const { security_group_id, node_id } = row;
  const dek = core.keeper.dekOf(actor.keyRing, row);
  const head: Uint8Array[] = [];
  const hash = createHash('sha256');
  for (const { part, attempt_id } of parts) {
    const context = partContext({
      workspace_id: core.deps.workspaceId(),
      security_group_id,
      node_id,
      part,
      attempt_id,
    });
    const file = await openSealedFile(await core.blobs.open(attempt_id), dek, context);
    try {
      if (file.size !== expectedPartSize(row, part)) throw new CryptoError();
      if (part === 1)
        for await (const run of file.read(0, Math.min(HEAD_BYTES, file.size)))
          head.push(Uint8Array.from(run));
      if (known === undefined) await hashRuns(actor, hash, file.read(0, file.size));
    } finally {
      await file.close();
    }
  }
  const media = await sniffMediaType(Buffer.concat(head), row.mime_type ?? undefined);
  return { media, sha256: known ?? hash.digest('hex') };
}

function sameAttempts(left: readonly PartRow[], right: readonly PartRow[]): boolean {
  return (
    left.length === right.length && left.every(({ attempt_id }, at) => attempt_id === right[at]?.attempt_id)
  );
}
