/**
 * Restores a snapshot into a folder of its own. Every file is compared with the manifest while it is copied, the
 * manifest with the signed membership list, and everything is opened before the folder gets its name. Damaged items are
 * reported and do not stop the rest; a snapshot without a member's signature is refused. The restored vault begins a
 * new epoch, so that the anchor accepts it as intentionally older.
 * Source: sealing design B5, B8.
 */

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { nextEpoch } from '#server/integrity/history/anchor-check.ts';
import { createCommitHistory } from '#server/integrity/history/commit-history.ts';
import { openFolderForReading, type ReadFolder } from '#server/integrity/open-vault-read-only.ts';
import type { Reader } from '#server/integrity/unlock-read-only.ts';
import { NOTHING_CHECKED, type Verified } from '#server/integrity/verify/verify-vault.ts';
import { createCommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { createEpochStore } from '#server/storage/history/epoch-store.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { hasCopyTables } from '#server/storage/travelling-copy/copy-store.ts';
import { createRollbackAnchor } from '#server/system/config/anchors/rollback-anchor.ts';
import { anchorDirFor, readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';
import { syncFolder } from '#server/system/files/sync-folder.ts';
import { copyHashed } from './copy-sealed-file.ts';
import { DATABASE } from './previous-snapshot.ts';
import { restoreTlsKeys } from './sealed-tls-keys.ts';
import {
  isManifestSigned,
  MANIFEST_FILE,
  type ManifestFile,
  type ReadManifest,
  readManifest,
  SEALED_KEYS,
} from './snapshot-manifest.ts';
import { findSnapshot } from './snapshots.ts';

export interface RestoreOptions {
  readonly from: string;
  readonly dataDir: string;
  readonly stateDir: string;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface Restored extends Verified {
  /** Id of the vault; null where the manifest lacks it. */
  readonly workspace_id: WorkspaceId | null;
  readonly snapshot: string;
  readonly data_dir: string;
  readonly restored: boolean;
}

export interface RestoreHooks {
  /** Unlocks the person's keys in the snapshot. @throws credential_rejected, CryptoError */
  readonly unlock: (folder: ReadFolder) => Promise<Reader>;
  readonly verify: (folder: ReadFolder, reader: Reader) => Promise<Verified>;
  /** Appends the restore to the restored vault's audit log; called inside a transaction. */
  readonly recordRestored: (db: SqlEngine, workspaceId: WorkspaceId, snapshot: string) => void;
}

/** Restores a snapshot. @throws not_found, already_initialized, credential_rejected; leaves no folder then. */
export async function restoreSnapshot(options: RestoreOptions, steps: RestoreHooks): Promise<Restored> {
  const dataDir = resolve(options.dataDir);
  assertFree(dataDir);
  const { snapshot, passedOver } = findSnapshot(options.from);
  const read = await findManifest(snapshot);
  if (read === undefined) {
    const findings = [finding('backup_damaged', MANIFEST_FILE)];
    const nothing = { checked: NOTHING_CHECKED, unopened: 0, workspace_id: null, restored: false };
    return { ...nothing, findings, snapshot: basename(snapshot), data_dir: dataDir };
  }
  const part = join(dirname(dataDir), `.${basename(dataDir)}.restoring`);
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  try {
    const damaged = await copyAll(snapshot, part, read, options);
    const verified = await proveCopy(snapshot, part, read, steps);
    const missed = passedOver.map((name) => finding('backup_damaged', join(name, MANIFEST_FILE)));
    const findings = [...missed, ...damaged, ...verified.findings];
    const restored = !findings.some(({ code }) => FATAL.has(code));
    if (restored) {
      const stateDir = anchorDirFor(options.stateDir, dataDirLayout(part));
      beginEpoch(part, read.manifest.workspace_id, stateDir, (db) =>
        steps.recordRestored(db, read.manifest.workspace_id, basename(snapshot)),
      );
      if (existsSync(dataDir)) rmSync(dataDir, { recursive: true });
      renameSync(part, dataDir);
      await syncFolder(dirname(dataDir));
    }
    const { workspace_id } = read.manifest;
    return { ...verified, findings, workspace_id, snapshot: basename(snapshot), data_dir: dataDir, restored };
  } finally {
    read.close();
    rmSync(part, { recursive: true, force: true });
  }
}

async function findManifest(snapshot: string): Promise<ReadManifest | undefined> {
  try {
    return await readManifest(snapshot);
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

/** Findings that make the whole snapshot untrustworthy. */
const FATAL: ReadonlySet<Finding['code']> = new Set([
  'backup_unsigned',
  'copy_damaged',
  'database_damaged',
  'database_missing',
  'database_newer',
  'database_not_a_vault',
  'membership_damaged',
]);

function assertFree(dataDir: string): void {
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return;
  throw new VaultError(
    'already_initialized',
    'This folder is not empty. Nothing was changed. Restore into a new one.',
  );
}

async function copyAll(
  snapshot: string,
  part: string,
  { files }: ReadManifest,
  { onProgress, signal }: RestoreOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let total = 0;
  for (const page of files.pages()) for (const { bytes } of page) total += bytes;
  let done = 0;

  async function copyOne(file: ManifestFile): Promise<void> {
    const id = basename(file.path);
    try {
      const onBytes = (bytes: number) => {
        done += bytes;
        onProgress?.(done, total);
      };
      // One byte more than listed tells a longer file.
      const copied = await copyHashed(
        join(snapshot, file.path),
        join(part, file.path),
        onBytes,
        file.bytes + 1,
      );
      if (copied.sha256 === file.sha256 && copied.bytes === file.bytes) return;
      findings.push(finding('backup_damaged', id));
      if (!isVerifiedItself(file.path)) rmSync(join(part, file.path));
    } catch (error) {
      if (!isEnoent(error)) throw error;
      findings.push(finding('backup_incomplete', id));
    }
  }

  for (const page of files.pages()) {
    for (const file of page) {
      signal?.throwIfAborted();
      await copyOne(file);
    }
  }
  return findings;
}

/**
 * The database and sealed files are opened and verified later, so what is sound in damaged ones is saved. A certificate
 * or address that is not the signed one could be anybody's, and would be believed.
 */
function isVerifiedItself(path: string): boolean {
  return path === DATABASE || path.startsWith('blobs/');
}

async function proveCopy(
  snapshot: string,
  part: string,
  read: ReadManifest,
  steps: RestoreHooks,
): Promise<Verified> {
  const nothing = { checked: NOTHING_CHECKED, unopened: 0 };
  if (!existsSync(join(part, 'vault.sqlite'))) return { ...nothing, findings: [finding('database_missing')] };
  let folder: ReadFolder;
  try {
    folder = openFolderForReading(part);
  } catch {
    return { ...nothing, findings: [finding('database_damaged')] };
  }
  if (!isMarkedRightly(folder)) {
    folder.close();
    return { ...nothing, findings: [finding('copy_damaged')] };
  }
  try {
    if (!folder.db.isSound(true)) return { ...nothing, findings: [finding('database_damaged')] };
    const reader = await steps.unlock(folder).catch((error: unknown) => {
      if (error instanceof CryptoError) return undefined;
      throw error;
    });
    if (reader === undefined) return { ...nothing, findings: [finding('membership_damaged')] };
    try {
      if (!isManifestSigned(snapshot, read, reader.ledger.state(), reader.principal.principal_id))
        return { ...nothing, findings: [finding('backup_unsigned')] };
      const keys = openKeys(part, reader);
      const verified = await steps.verify(folder, reader);
      return { ...verified, findings: [...keys, ...verified.findings] };
    } finally {
      reader.close();
    }
  } finally {
    folder.close();
  }
}

/** True when the copy's marker file matches the database: a travelling copy without it would open as a home vault. */
function isMarkedRightly({ db, layout }: ReadFolder): boolean {
  try {
    return (readCopyMarker(layout) !== undefined) === hasCopyTables(db);
  } catch {
    return false;
  }
}

/** Restores the TLS keys. Without them the vault is complete, but needs new certificates before it can run. */
function openKeys(part: string, reader: Reader): Finding[] {
  const sealed = join(part, SEALED_KEYS);
  if (!existsSync(sealed)) return [finding('certificate_missing', SEALED_KEYS)];
  try {
    restoreTlsKeys(sealed, part, reader);
    return [];
  } catch (error) {
    if (error instanceof CryptoError || error instanceof SyntaxError)
      return [finding('certificate_damaged', SEALED_KEYS)];
    throw error;
  } finally {
    rmSync(sealed);
  }
}

function beginEpoch(
  part: string,
  workspaceId: WorkspaceId,
  stateDir: string,
  tell: (db: SqlEngine) => void,
): void {
  const db = createSqliteEngine(openVaultDatabase(join(part, 'vault.sqlite'), MIGRATIONS));
  try {
    const history = createCommitHistory(db);
    const commits = createCommitQueue(db, { beforeCommit: history.beforeCommit });
    const anchor = createRollbackAnchor(stateDir);
    commits.writeNow(() => {
      createEpochStore(db).begin(nextEpoch(db, anchor.read(workspaceId)));
      tell(db);
      history.retainLink();
    });
    const anchored = history.anchored();
    if (anchored !== undefined) anchor.noteRestored(workspaceId, anchored);
    commits.close();
  } finally {
    db.close();
  }
}
