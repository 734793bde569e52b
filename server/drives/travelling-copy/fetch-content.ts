/**
 * Fetches content of files into a travelling copy: sealed bytes from the home vault, stored after every chunk has
 * opened. Source: clinic design, section 9.
 */
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { sealedSize } from '#crypto/sealing/file-stream.ts';
import type { BlobStore } from '#server/drives/blobs/blob-store.ts';
import { readSealedChunks } from '#server/drives/blobs/read-chunks.ts';
import { readSegments, type Segment, segmentsOf, variantSegments } from '#server/drives/content-segments.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { queueForProcessing } from '#server/drives/renditions/processing-queue.ts';
import { verifySealedFile } from '#server/drives/verify-sealed-file.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { CopyNodesStore } from '#server/storage/travelling-copy/copy-nodes-store.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';

/** Identifies sealed bytes at the home vault. */
export interface BlobPlace {
  readonly security_group_id: SecurityGroupId;
  readonly node_id: NodeId;
  /** The node's own id, or that of one of its parts or renditions. */
  readonly blob: string;
}

export type Download = (place: BlobPlace) => AsyncIterable<Uint8Array>;

/**
 * Creates the functions that fetch content.
 * @param here the files on this computer; `core` may fetch others from the home vault.
 */
export function createContentFetcher(core: DrivesCore, store: CopyNodesStore, here: BlobStore) {
  const local: DrivesCore = { ...core, blobs: here };
  const coming = new Map<string, Promise<void>>();

  async function sizeOf(blob: string): Promise<{ size: number }> {
    const file = await here.open(blob);
    await file.close();
    return { size: file.size };
  }

  async function isHere(blob: string): Promise<boolean> {
    try {
      await (await here.open(blob)).close();
      return true;
    } catch (error) {
      if (isEnoent(error)) return false;
      throw error;
    }
  }

  function segments(actor: Actor, found: NodeRow): readonly Segment[] {
    const row = core.keeper.verify(actor.keyRing, found);
    const dek = core.keeper.dekOf(actor.keyRing, row);
    const pictures = core.processing
      .variants(row.node_id)
      .flatMap((variant) => variantSegments(local, row, dek, variant));
    return [...segmentsOf(local, row, dek), ...pictures];
  }

  /** Downloads and verifies one sealed stream. @throws CryptoError where it does not open; it is not stored then */
  async function downloadStream(place: BlobPlace, segment: Segment, download: Download): Promise<void> {
    const { blob } = place;
    const file = await here.create(blob);
    const most = sealedSize(segment.size);
    let bytes = 0;
    try {
      for await (const piece of download(place)) {
        bytes += piece.length;
        if (bytes > most) throw new CryptoError();
        await file.write(Uint8Array.from(piece));
      }
      await file.finish();
      const one = { ...segment, start: 0 };
      const whole = { start: 0, end: segment.size };
      const outcome = await verifySealedFile(
        async function* () {
          // For an empty file only the last chunk.
          await (await segment.open()).close();
          yield* readSegments([one], undefined, whole);
        },
        () => undefined,
      );
      if (outcome !== 'opens') throw new CryptoError();
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  function fetchOnce(place: BlobPlace, segment: Segment, download: Download): Promise<void> {
    const begun = coming.get(place.blob);
    if (begun !== undefined) return begun;
    const bringing = downloadStream(place, segment, download).finally(() => coming.delete(place.blob));
    coming.set(place.blob, bringing);
    return bringing;
  }

  /** Marks the file as present once all of its content is here. */
  async function markPresent(actor: Actor, row: NodeRow): Promise<void> {
    const dek = core.keeper.dekOf(actor.keyRing, row);
    for (const { blob_id } of segmentsOf(local, row, dek)) if (!(await isHere(blob_id))) return;
    await core.deps.commits.write(() => {
      store.setHere(row.node_id);
      core.nodes.touch(row.node_id);
      if (core.processing.find(row.node_id) === undefined) queueForProcessing(core, row);
    });
    core.deps.onQueued?.();
  }

  return {
    isHere,

    /** Local sealed bytes as an upload source for a push. Closes the file at the end. */
    async sourceOf(blob: string) {
      const { size } = await sizeOf(blob);
      return {
        size,
        name: undefined,
        mime_type: undefined,
        repeatable: true,
        read: async function* (start: number, end: number) {
          yield* readSealedChunks(await here.open(blob), start, end);
        },
      };
    },

    /** The node these bytes belong to; undefined where no row names them. */
    placeOf(blob: string): BlobPlace | undefined {
      const node_id = core.nodes.ownerOf(blob) ?? core.parts.ownerOf(blob) ?? core.processing.ownerOf(blob);
      const row = node_id === undefined ? undefined : core.nodes.find(node_id);
      if (row?.kind !== 'file' || store.find(row.node_id) === undefined) return undefined;
      return { security_group_id: row.security_group_id, node_id: row.node_id, blob };
    },

    /** Fetches sealed bytes by their place. @throws CryptoError, and errors of the download */
    async fetch(actor: Actor, place: BlobPlace, download: Download): Promise<void> {
      const row = core.nodes.find(place.node_id);
      const segment = row && segments(actor, row).find(({ blob_id }) => blob_id === place.blob);
      if (row === undefined || segment === undefined) throw new CryptoError();
      if (!(await isHere(place.blob))) await fetchOnce(place, segment, download);
      if (store.isAway(place.node_id)) await markPresent(actor, row);
    },

    /** Fetches a file with its renditions. @throws CryptoError, and errors of the download */
    async fetchFile(actor: Actor, row: NodeRow, download: Download): Promise<void> {
      const { security_group_id, node_id } = row;
      for (const segment of segments(actor, row)) {
        actor.signal.throwIfAborted();
        const blob = segment.blob_id;
        if (!(await isHere(blob))) await fetchOnce({ security_group_id, node_id, blob }, segment, download);
      }
      if (store.isAway(node_id)) await markPresent(actor, row);
    },
  };
}
