/**
 * Restores the sealed files of a node from the newest signed snapshot that has all of them intact. Others may write to
 * the target: a damaged snapshot does not keep older ones from being used, and nothing is moved before every copy was
 * verified.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import { isUuidV7, type NodeId } from '#contract/ids.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import type { Quarantine } from '#server/drives/blobs/quarantine.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import { copyHashed } from '#server/integrity/backup/copy-sealed-file.ts';
import {
  blobPath,
  isManifestSigned,
  type ManifestFile,
  readManifest,
} from '#server/integrity/backup/snapshot-manifest.ts';
import { listSnapshots } from '#server/integrity/backup/snapshots.ts';
import type { ExpectedBlobs } from '#server/storage/maintenance/referenced-blobs.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';
import { syncFolder } from '#server/system/files/sync-folder.ts';

const FOLDER_MODE = 0o700;

export interface ContentRestorerDeps {
  /** The vault's folder. */
  readonly root: string;
  readonly expected: Pick<ExpectedBlobs, 'ofNode'>;
  readonly quarantine: Pick<Quarantine, 'take'>;
  readonly health: FindingsPort;
}

interface WantedFile {
  readonly blob_id: string;
  readonly file: ManifestFile;
}

export function createContentRestorer({ root, expected, quarantine, health }: ContentRestorerDeps) {
  const placeOf = (blobId: string) => join(root, blobPath(blobId));
  const partOf = (blobId: string) => `${placeOf(blobId)}.part`;

  /** The files of the node in this snapshot; undefined where it is not signed, or lacks one. */
  async function wantedIn(snapshot: string, nodeId: NodeId, state: MembershipState) {
    const read = await readManifest(snapshot).catch((error: unknown) => {
      if (!(error instanceof VaultError)) throw error;
    });
    if (read === undefined) return undefined;
    try {
      if (!isManifestSigned(snapshot, read, state)) return undefined;
      const blobs = expected
        .ofNode(nodeId)
        .filter(({ kind, blob_id }) => kind !== 'picture' && isUuidV7(blob_id));
      const wanted = blobs.flatMap(({ blob_id }): WantedFile[] => {
        const file = read.files.find(blobPath(blob_id));
        return file === undefined ? [] : [{ blob_id, file }];
      });
      return wanted.length === 0 || wanted.length < blobs.length ? undefined : wanted;
    } finally {
      read.close();
    }
  }

  /** @returns false where the snapshot does not have every file intact; nothing was moved then */
  async function replaceAll(snapshot: string, wanted: readonly WantedFile[]): Promise<boolean> {
    try {
      for (const { blob_id, file } of wanted) if (!(await copyOne(snapshot, blob_id, file))) return false;
      for (const { blob_id } of wanted) await moveToPlace(blob_id);
      return true;
    } finally {
      for (const { blob_id } of wanted) await rm(partOf(blob_id), { force: true });
    }
  }

  async function copyOne(snapshot: string, blobId: string, file: ManifestFile): Promise<boolean> {
    const part = partOf(blobId);
    await mkdir(dirname(part), { recursive: true, mode: FOLDER_MODE });
    await rm(part, { force: true });
    try {
      const copied = await copyHashed(join(snapshot, file.path), part, () => undefined, file.bytes + 1);
      return copied.sha256 === file.sha256;
    } catch (error) {
      if (isEnoent(error)) return false;
      throw error;
    }
  }

  /** The replaced file goes to quarantine under another name. */
  async function moveToPlace(blobId: string): Promise<void> {
    const to = placeOf(blobId);
    if (existsSync(to)) {
      await quarantine.take(to, `${blobId}.damaged`);
      health.report('quarantined', `${blobId}.damaged`);
    }
    await rename(partOf(blobId), to);
    await syncFolder(dirname(to));
  }

  /** @param target the folder of backups; null for none. @throws not_found: nothing was changed then */
  return async function restoreContent(
    nodeId: NodeId,
    target: string | null,
    state: MembershipState,
  ): Promise<void> {
    const names = target === null ? [] : listSnapshots(target, state.trust.workspace_id);
    for (const name of names.toReversed()) {
      const snapshot = join(target ?? '', name);
      const wanted = await wantedIn(snapshot, nodeId, state);
      if (wanted !== undefined && (await replaceAll(snapshot, wanted))) return;
    }
    throw new VaultError('not_found', 'No backup has this file intact. Nothing was changed.');
  };
}
