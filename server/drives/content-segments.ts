/**
 * Lists the sealed streams of a file's content (one, the manifest's parts, or a rendition), and reads any range of
 * their plaintext in order.
 * Source: sealing design B6.
 */
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { fileContext, partContext, variantContext } from '#crypto/sealing/context.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { VariantRow } from '#server/storage/drives/processing-store.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';
import { MissingContentError } from '#server/system/missing-content-error.ts';
import type { ByteRange } from './blobs/byte-range.ts';
import { openSealedFile, type SealedFile } from './blobs/sealed-file.ts';
import type { DrivesCore } from './drives-shared-stores.ts';
import { openManifest } from './transfers/upload-manifest.ts';

/** Sealed stream, and the position of its plaintext in the whole content. */
export interface Segment {
  readonly start: number;
  readonly size: number;
  /** Id of the segment's sealed file. */
  readonly blob_id: string;
  readonly open: () => Promise<SealedFile>;
}

export function segmentsOf(core: DrivesCore, row: NodeRow, dek: Dek): Segment[] {
  const owner = {
    workspace_id: core.deps.workspaceId(),
    security_group_id: row.security_group_id,
    node_id: row.node_id,
  };
  const openAt = (blobId: string, context: SealContext, size: number) =>
    openAs(core, dek, blobId, context, size);
  if (row.transfer === 'single') {
    const size = row.size ?? 0;
    const blob_id = row.node_id;
    return [{ start: 0, size, blob_id, open: () => openAt(blob_id, fileContext(owner), size) }];
  }
  const sealed = core.parts.findManifest(row.node_id);
  if (sealed === undefined) throw new CryptoError();
  let start = 0;
  return openManifest(dek, owner, sealed).map(({ attempt_id, size }, index) => {
    const context = partContext({ ...owner, part: index + 1, attempt_id });
    const segment = { start, size, blob_id: attempt_id, open: () => openAt(attempt_id, context, size) };
    start += size;
    return segment;
  });
}

/** A rendition is one stream, bound to its node and kind. */
export function variantSegments(core: DrivesCore, row: NodeRow, dek: Dek, variant: VariantRow): Segment[] {
  const context = variantContext({
    workspace_id: core.deps.workspaceId(),
    security_group_id: row.security_group_id,
    node_id: row.node_id,
    name: variant.kind,
  });
  const { blob_id, size } = variant;
  return [{ start: 0, size, blob_id, open: () => openAs(core, dek, blob_id, context, size) }];
}

async function openAs(
  core: DrivesCore,
  dek: Dek,
  blobId: string,
  context: SealContext,
  size: number,
): Promise<SealedFile> {
  const blob = await core.blobs.open(blobId).catch((error: unknown) => {
    throw isEnoent(error) ? new MissingContentError() : error;
  });
  const file = await openSealedFile(blob, dek, context);
  if (file.size === size) return file;
  await file.close();
  throw new CryptoError();
}

/** `opened`: the first segment, if already open. */
export async function* readSegments(
  segments: readonly Segment[],
  opened: SealedFile | undefined,
  wanted: ByteRange,
  onActivity?: (() => void) | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let file = opened;
  try {
    for (const segment of segments) {
      if (segment.start >= wanted.end) return;
      file ??= await segment.open();
      const from = Math.max(wanted.start - segment.start, 0);
      for await (const run of file.read(from, Math.min(wanted.end - segment.start, segment.size))) {
        onActivity?.();
        yield run;
      }
      await file.close();
      file = undefined;
    }
  } finally {
    await file?.close();
  }
}
