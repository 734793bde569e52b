/**
 * Sends a travelling copy the sealed bytes of a file or a range of them, unopened. Only the node's row and manifest
 * decide which file that is. Source: clinic design, section 9.
 */
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { listOwnedBlobs } from '#server/drives/blobs/blob-ownership.ts';
import { parseByteRange } from '#server/drives/blobs/byte-range.ts';
import { readSealedChunks } from '#server/drives/blobs/read-chunks.ts';
import { streamChunks } from '#server/drives/blobs/stream-chunks.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import type { ContentRequest, NodeContent } from '#server/drives/file-content.ts';
import { assertStored } from '#server/drives/renditions/processing-queue.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { notFoundError } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';

/**
 * Opens sealed bytes for sending.
 * @throws not_found for a file that is not this node's, upload_incomplete, invalid_request, CryptoError
 */
export async function openSealedBytes(
  core: DrivesCore,
  actor: Actor,
  place: { readonly security_group_id: SecurityGroupId; readonly node_id: NodeId; readonly blob: string },
  request: Pick<ContentRequest, 'range' | 'ifRange' | 'onActivity'>,
): Promise<NodeContent> {
  const row = core.reader.get(actor, place.security_group_id, place.node_id, 'viewer');
  assertStored(row);
  if (!(await isBlobOf(core, actor, row, place.blob))) throw notFoundError();
  const blob = await core.blobs.open(place.blob);
  const etag = `"${place.blob}"`;
  try {
    const header = request.ifRange === undefined || request.ifRange === etag ? request.range : undefined;
    const range = parseByteRange(header, blob.size);
    const { start, end } = range ?? { start: 0, end: blob.size };
    return {
      name: place.blob,
      mime_type: 'application/octet-stream',
      etag,
      size: blob.size,
      range,
      sendTo: (sink) =>
        streamChunks(readSealedChunks(blob, start, end, request.onActivity), sink, actor.signal),
      close: () => blob.close(),
    };
  } catch (error) {
    await blob.close();
    throw error;
  }
}

/** A rendition's row is not trusted: its file must open as that rendition. */
async function isBlobOf(core: DrivesCore, actor: Actor, row: NodeRow, blob: string): Promise<boolean> {
  if (row.transfer === 'single' && blob === row.node_id) return true;
  const variants = core.processing.variants(row.node_id).filter(({ blob_id }) => blob_id === blob);
  const dek = core.keeper.dekOf(actor.keyRing, row);
  return (await listOwnedBlobs(core, row, dek, { parts: [], variants })).includes(blob);
}
