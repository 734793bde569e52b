/**
 * The drives' side of processing: returns the next file and its plaintext, and seals its renditions under the node's
 * DEK. Runs in the background with the key ring of an unlocked principal who has the group's key.
 */

import type { DicomHeader } from '#contract/drives/dicom.ts';
import {
  type MediaKind,
  type ProcessingOutcome,
  VARIANT_KINDS,
  type VariantKind,
} from '#contract/drives/node.ts';
import type { PdfHeader } from '#contract/drives/pdf.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { PROCESSING_ATTEMPTS_MAX } from '#contract/limits.ts';
import { cloneSecret, wipe } from '#crypto/bytes.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { type Dek, parseDek } from '#crypto/keys/key-types.ts';
import { variantContext } from '#crypto/sealing/context.ts';
import { createFileSealer } from '#crypto/sealing/file-stream.ts';
import { listOwnedBlobs } from '#server/drives/blobs/blob-ownership.ts';
import type { ByteRange } from '#server/drives/blobs/byte-range.ts';
import { readSegments, segmentsOf } from '#server/drives/content-segments.ts';
import { indexHeader } from '#server/drives/dicom-index.ts';
import { type DrivesCore, publishNodeChange } from '#server/drives/drives-shared-stores.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { VariantRow } from '#server/storage/drives/processing-store.ts';
import type { NamedLock } from '#server/storage/engine/sql-engine.ts';
import { nowInstant } from '#server/system/clock.ts';
import { isPdfHeader, sealHeader } from './sealed-header.ts';

/** A stored file, opened for processing. */
export interface PlainFile {
  readonly node_id: NodeId;
  readonly media_kind: MediaKind;
  readonly size: number;
  /** Yields runs of plaintext, of the whole file or of a range; a run's buffer is used again two runs later. */
  readonly read: (range?: ByteRange) => AsyncGenerator<Uint8Array, void, undefined>;
}

export interface ProcessingOutput {
  readonly header: DicomHeader | PdfHeader | null;
  /** Renditions as WebP bytes. */
  readonly variants: Readonly<Partial<Record<VariantKind, Uint8Array>>>;
  readonly error: ProcessingOutcome | null;
}

export interface ProcessingWork {
  /** The node of these groups that has waited longest. */
  readonly next: (
    securityGroupIds: readonly SecurityGroupId[],
  ) => { node_id: NodeId; security_group_id: SecurityGroupId } | undefined;
  /** Marks it `running`; false where another server of the vault was first. */
  readonly begin: (nodeId: NodeId) => Promise<boolean>;
  /** Puts it back into the queue without counting the attempt. */
  readonly requeue: (nodeId: NodeId) => Promise<void>;
  /** Puts it back after a counted attempt; `failed` with `timed_out` after too many. */
  readonly tryAgain: (nodeId: NodeId) => Promise<void>;
  /**
   * Opens a file for processing; undefined when it was purged meanwhile. @throws CryptoError, group_key_unavailable
   */
  readonly open: (keyRing: KeyRing, nodeId: NodeId) => PlainFile | undefined;
  /** Seals and stores the result. Earlier renditions are deleted only where a new one replaces them. */
  readonly finish: (keyRing: KeyRing, nodeId: NodeId, made: ProcessingOutput) => Promise<void>;
  /** Call before the first request, when nothing is being processed here. */
  readonly recoverAtStart: () => Promise<void>;
  /** Requeues files that no server is processing any more. */
  readonly recover: () => Promise<void>;
}

export function createProcessingWork(core: DrivesCore): ProcessingWork {
  const { deps, processing, blobs, nodes, keeper } = core;
  /** Lock per file being processed. Released when the server stops, so that another may take the file. */
  const claims = new Map<NodeId, NamedLock>();
  const claimOf = (nodeId: NodeId) => deps.db.tryLock(`file/${nodeId}`);

  function release(nodeId: NodeId): void {
    claims.get(nodeId)?.release();
    claims.delete(nodeId);
  }

  async function sealVariant(
    row: NodeRow,
    dek: Dek,
    kind: VariantKind,
    bytes: Uint8Array,
  ): Promise<VariantRow> {
    const { node_id, security_group_id } = row;
    const blob_id = deps.newId();
    const context = variantContext({
      workspace_id: deps.workspaceId(),
      security_group_id,
      node_id,
      name: kind,
    });
    const file = await blobs.create(blob_id);
    const sealer = createFileSealer(dek, context);
    try {
      await file.write(sealer.header);
      await file.write(sealer.update(bytes));
      await file.write(sealer.final());
      await file.finish();
      return { node_id, kind, blob_id, size: bytes.length, created_at: nowInstant(deps.clock) };
    } catch (error) {
      sealer.close();
      await file.discard();
      throw error;
    }
  }

  /**
   * Seals the new renditions, and returns which of the present ones may be removed. Uses its own copy of the DEK: the
   * ring wipes its copy at lock, and a rotation may change the row's.
   */
  async function seal(keyRing: KeyRing, row: NodeRow, made: ProcessingOutput, stored: VariantRow[]) {
    const dek = parseDek(cloneSecret(keeper.dekOf(keyRing, keeper.verify(keyRing, row))));
    const { node_id, security_group_id } = row;
    const owner = { workspace_id: deps.workspaceId(), security_group_id, node_id };
    try {
      for (const kind of VARIANT_KINDS) {
        const bytes = made.variants[kind];
        if (bytes !== undefined) stored.push(await sealVariant(row, dek, kind, bytes));
      }
      const encrypted_header = made.header === null ? null : sealHeader(dek, owner, made.header);
      const own = await listOwnedBlobs(core, row, dek, { parts: [], variants: processing.variants(node_id) });
      return { encrypted_header, own };
    } finally {
      wipe(dek);
    }
  }

  async function finish(keyRing: KeyRing, nodeId: NodeId, made: ProcessingOutput): Promise<void> {
    const row = nodes.find(nodeId);
    if (row === undefined) return;
    const fresh: VariantRow[] = [];
    let unused: readonly string[];
    try {
      unused = await keep(keyRing, row, made, fresh);
    } catch (error) {
      // After a failure such as a lock: removes stored files that no row names, because the commit may still have
      // succeeded.
      const named = new Set(processing.variants(nodeId).map(({ blob_id }) => blob_id));
      await blobs.remove(fresh.map(({ blob_id }) => blob_id).filter((blobId) => !named.has(blobId)));
      throw error;
    }
    await blobs.remove(unused);
  }

  /** `fresh` collects stored renditions at once. @returns blobs to remove. */
  async function keep(keyRing: KeyRing, row: NodeRow, made: ProcessingOutput, fresh: VariantRow[]) {
    const { node_id: nodeId } = row;
    const isEmpty = made.header === null && Object.keys(made.variants).length === 0;
    const { encrypted_header, own } = isEmpty
      ? { encrypted_header: null, own: [] }
      : await seal(keyRing, row, made, fresh);
    const status = made.error === null ? 'done' : 'failed';
    return deps.commits.write((): string[] => {
      const known = processing.find(nodeId)?.encrypted_header ?? null;
      const end = {
        node_id: nodeId,
        status,
        error: made.error,
        encrypted_header: encrypted_header ?? known,
      } as const;
      // Purged, or queued again, during processing.
      if (!processing.end(end)) return fresh.map(({ blob_id }) => blob_id);
      if (made.header !== null && !isPdfHeader(made.header))
        indexHeader(core, keyRing, nodes.find(nodeId) ?? row, made.header);
      nodes.touch(nodeId);
      publishNodeChange(core, row, 'updated', row.created_by);
      if (fresh.length === 0) return [];
      const superseded = processing.variants(nodeId).map(({ blob_id }) => blob_id);
      processing.deleteVariants(nodeId);
      for (const variant of fresh) processing.insertVariant(variant);
      return own.filter((blobId) => superseded.includes(blobId));
    });
  }

  return {
    next(securityGroupIds) {
      const nodeId = processing.next(securityGroupIds);
      const row = nodeId === undefined ? undefined : nodes.find(nodeId);
      return row && { node_id: row.node_id, security_group_id: row.security_group_id };
    },
    async begin(nodeId) {
      const claim = claimOf(nodeId);
      if (claim === undefined) return false;
      let isBegun = false;
      try {
        isBegun = await deps.commits.write(() => processing.begin(nodeId));
        if (isBegun) claims.set(nodeId, claim);
        return isBegun;
      } finally {
        if (!isBegun) claim.release();
      }
    },
    async requeue(nodeId) {
      await deps.commits.write(() => processing.requeue(nodeId));
      release(nodeId);
    },
    async tryAgain(nodeId) {
      await deps.commits.write(() => processing.tryAgain(nodeId, PROCESSING_ATTEMPTS_MAX, 'timed_out'));
      release(nodeId);
    },
    open(keyRing, nodeId) {
      const row = nodes.find(nodeId);
      return row && openPlain(core, keyRing, row);
    },
    async finish(keyRing, nodeId, made) {
      try {
        await finish(keyRing, nodeId, made);
      } finally {
        release(nodeId);
      }
    },
    recoverAtStart() {
      for (const nodeId of [...claims.keys()]) release(nodeId);
      return recover();
    },
    recover,
  };

  async function recover(): Promise<void> {
    const left = processing.listRunning().flatMap((nodeId) => {
      const claim = claimOf(nodeId);
      return claim === undefined ? [] : [{ nodeId, claim }];
    });
    if (left.length === 0) return;
    await deps.commits
      .write(() => {
        for (const { nodeId } of left) processing.tryAgain(nodeId, PROCESSING_ATTEMPTS_MAX, 'damaged');
      })
      .finally(() => {
        for (const { claim } of left) claim.release();
      });
  }
}

/** Opens a stored file for processing. @throws CryptoError, group_key_unavailable */
export function openPlain(core: DrivesCore, keyRing: KeyRing, row: NodeRow): PlainFile {
  const dek = core.keeper.dekOf(keyRing, core.keeper.verify(keyRing, row));
  const size = row.size ?? 0;
  const segments = segmentsOf(core, row, dek);
  return {
    node_id: row.node_id,
    media_kind: row.media_kind ?? 'other',
    size,
    read: (range = { start: 0, end: size }) =>
      readSegments(
        segments.filter(({ start, size: bytes }) => start + bytes > range.start),
        undefined,
        range,
      ),
  };
}
