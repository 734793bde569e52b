/**
 * Receives sealed bytes of a new file from a travelling copy, and stores them after every chunk has opened under the
 * file's key for its purpose. Source: clinic design, section 9; sealing design B6.
 */
import type { Readable } from 'node:stream';
import { VaultError } from '#contract/errors/vault-error.ts';
import { isUuidV7, type NodeId, parseNodeId, type SecurityGroupId } from '#contract/ids.ts';
import type { PushedBytes } from '#contract/sync/sync-bodies.ts';
import { cloneSecret, wipe } from '#crypto/bytes.ts';
import { parseDek } from '#crypto/keys/key-types.ts';
import { sealedSize } from '#crypto/sealing/file-stream.ts';
import type { PartFile } from '#server/drives/blobs/blob-store.ts';
import { type SourceOptions, sessionLockedError } from '#server/drives/blobs/seal-upload.ts';
import { openSealedFile } from '#server/drives/blobs/sealed-file.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { contextOfPart } from '#server/drives/transfers/part-seal-context.ts';
import { expectedPartSize, getPending } from '#server/drives/transfers/resumable-upload.ts';
import { verifySealedFile } from '#server/drives/verify-sealed-file.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { isIdInUse } from './id-in-use.ts';

export interface PushedBlobLocation {
  readonly security_group_id: SecurityGroupId;
  readonly node_id: NodeId;
  /** The node's own id for a file uploaded in one request, else the part's id. */
  readonly blob: string;
  readonly part: number;
}

/**
 * Receives and verifies one sealed file.
 * @throws not_found, permission_denied; invalid_request for an id of another object, a wrong number or length, and for
 * bytes that do not open; replay for bytes already stored; malformed_request, session_locked
 */
export async function receiveBytes(
  core: DrivesCore,
  actor: Actor,
  { security_group_id, node_id, blob, part }: PushedBlobLocation,
  source: Readable,
  options: Pick<SourceOptions, 'onActivity'> = {},
): Promise<PushedBytes> {
  const row = getPending(core, actor, security_group_id, node_id);
  const size = expectedPartSize(row, part);
  if (row.created_by !== actor.principal_id) throw refused('Another person is sending this file.');
  if (core.parts.ownerOf(blob) === node_id) throw new VaultError('replay', 'This content is already stored.');
  if (blob !== node_id && !isFree(core, blob))
    throw refused('This id is already in use. Nothing was stored.');
  const dek = parseDek(cloneSecret(core.keeper.dekOf(actor.keyRing, row)));
  try {
    // Removes leftovers of a failed commit under this id: no row names them.
    await core.blobs.remove([blob]);
    const file = await core.blobs.create(blob);
    try {
      await copyInto(file, actor, source, sealedSize(size), options);
      await file.finish();
      const context = contextOfPart(
        { workspace_id: core.deps.workspaceId(), security_group_id, node_id },
        { part, attempt_id: blob },
      );
      const outcome = await verifySealedFile(
        async function* () {
          const opened = await openSealedFile(await core.blobs.open(blob), dek, context);
          try {
            yield* opened.read(0, opened.size);
          } finally {
            await opened.close();
          }
        },
        () => undefined,
      );
      if (outcome !== 'opens') throw refused('Verification failed (seal). Nothing was stored.');
      await core.deps.commits.write(() => {
        if (actor.signal.aborted) throw sessionLockedError();
        getPending(core, actor, security_group_id, node_id);
        if (blob !== node_id && !isFree(core, blob))
          throw refused('This id is already in use. Nothing was stored.');
        core.parts.put({ node_id, part, attempt_id: blob, size, encrypted_sha256: null });
      });
    } catch (error) {
      await file.discard();
      throw error;
    }
    return { blob, bytes: size };
  } finally {
    wipe(dek);
  }
}

function isFree(core: DrivesCore, blob: string): boolean {
  return isUuidV7(blob) && !isIdInUse(core, parseNodeId(blob));
}

/** Leaves a refused source open, so that its rest can be drained and the client sees the response. */
async function copyInto(
  file: PartFile,
  { signal }: Actor,
  source: Readable,
  expected: number,
  { onActivity }: Pick<SourceOptions, 'onActivity'>,
): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      if (signal.aborted) throw sessionLockedError();
      if (!(chunk instanceof Uint8Array))
        throw refused('The body must be raw bytes. Send Content-Type application/octet-stream.');
      bytes += chunk.length;
      if (bytes > expected) break;
      onActivity?.();
      await file.write(chunk);
    }
  } catch (error) {
    if (error instanceof VaultError || !source.destroyed) throw error;
    throw new VaultError(
      'malformed_request',
      'The content ended before it was complete. Nothing was stored. Send it again.',
    );
  }
  if (bytes !== expected) throw refused(`The body must have exactly ${expected} sealed bytes.`);
}

function refused(message: string): VaultError {
  return new VaultError('invalid_request', message);
}
