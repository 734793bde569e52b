/**
 * Decides which sealed files belong to a node. Part and rendition rows are plaintext, so one of them could name any
 * file of the vault. A file is the node's own when an authenticated row or the sealed manifest names it, or when it
 * opens under the node's key for its purpose. Other files named by rows stay; the next sweep, not a purge, decides
 * about them. Source: sealing design B13.
 */
import { cloneSecret, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { type Dek, parseDek } from '#crypto/keys/key-types.ts';
import { variantContext } from '#crypto/sealing/context.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { contextOfPart } from '#server/drives/transfers/part-seal-context.ts';
import { openManifest } from '#server/drives/transfers/upload-manifest.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { PartRow } from '#server/storage/drives/part-store.ts';
import type { VariantRow } from '#server/storage/drives/processing-store.ts';
import { StorageUnavailableError } from '#server/system/storage-unavailable-error.ts';
import { openSealedFile } from './sealed-file.ts';

/** Files that plaintext rows name for a node. */
export interface NamedBlobs {
  readonly parts: readonly PartRow[];
  readonly variants: readonly VariantRow[];
}

export function listReferencedBlobsOf(core: DrivesCore, row: NodeRow): NamedBlobs {
  return { parts: core.parts.list(row.node_id), variants: core.processing.variants(row.node_id) };
}

/**
 * Ids of the files that may be deleted with the node. Needs its key only for files not named by authenticated data.
 * @throws StorageUnavailableError
 */
export async function listOwnedBlobs(
  core: DrivesCore,
  row: NodeRow,
  ringDek: Dek,
  { parts, variants }: NamedBlobs = listReferencedBlobsOf(core, row),
): Promise<string[]> {
  // Copied, because the key ring wipes its own at lock.
  const dek = parseDek(cloneSecret(ringDek));
  const owner = ownerOf(core, row);
  try {
    const listed = listedAttempts(core, row, dek);
    const own = new Set(listed);
    for (const { part, attempt_id } of parts) {
      if (own.has(attempt_id)) continue;
      if (await opensAs(core, attempt_id, dek, contextOfPart(owner, { part, attempt_id })))
        own.add(attempt_id);
    }
    for (const { kind, blob_id } of variants) {
      if (await opensAs(core, blob_id, dek, variantContext({ ...owner, name: kind }))) own.add(blob_id);
    }
    return [...own];
  } finally {
    wipe(dek);
  }
}

function ownerOf(core: DrivesCore, { security_group_id, node_id }: NodeRow) {
  return { workspace_id: core.deps.workspaceId(), security_group_id, node_id };
}

function listedAttempts(core: DrivesCore, row: NodeRow, dek: Dek): string[] {
  const sealed = core.parts.findManifest(row.node_id);
  if (sealed === undefined) return [];
  try {
    return openManifest(dek, ownerOf(core, row), sealed).map(({ attempt_id }) => attempt_id);
  } catch (error) {
    if (error instanceof CryptoError) return [];
    throw error;
  }
}

async function opensAs(core: DrivesCore, blobId: string, dek: Dek, context: SealContext): Promise<boolean> {
  try {
    const file = await openSealedFile(await core.blobs.open(blobId), dek, context);
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error;
    // Missing, foreign, damaged or malformed: not known to be this node's.
    return false;
  }
}
