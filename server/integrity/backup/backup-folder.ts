/**
 * Backs up and restores a folder, running or not: connects snapshots, keys and the verification of documents and files.
 */
import { basename, join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, NodeId } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { createFileBlobs } from '#server/drives/blobs/on-disk/file-blobs.ts';
import { appendPlaintextEntry } from '#server/integrity/audit/writing/append-plaintext-entry.ts';
import { checkFolderBlobs } from '#server/integrity/doctor/blob-checks.ts';
import { checkPki } from '#server/integrity/doctor/folder-checks.ts';
import { openBlobStoreForReading } from '#server/integrity/open-blob-store.ts';
import {
  NEWEST_SCHEMA,
  openVaultForReading,
  type ReadFolder,
  readDatabase,
} from '#server/integrity/open-vault-read-only.ts';
import {
  type Reader,
  type UnlockSecrets,
  unlockReadOnly,
  unlockSecretsFor,
  whileUnlocking,
} from '#server/integrity/unlock-read-only.ts';
import { checkAuthorities } from '#server/integrity/verify/authority-checks.ts';
import { walksOver } from '#server/integrity/verify/verify-folder.ts';
import { distinct, verifyRows, type Walk } from '#server/integrity/verify/verify-vault.ts';
import { createWorkspaceStore } from '#server/storage/access/workspace-store.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { assertKnownSchema } from '#server/storage/migrations/migrator.ts';
import { type Clock, nowInstant, systemClock } from '#server/system/clock.ts';
import { allSettledOrThrow, mapWithConcurrency } from '#server/system/concurrency/map-with-concurrency.ts';
import { readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import type { BackupSteps } from './backups-service.ts';
import { copyHashed, writeHashed } from './copy-sealed-file.ts';
import { hashFile, makeSnapshot, type Snapshot, type SnapshotOptions } from './make-snapshot.ts';
import { DATABASE, findPrevious, inspectSnapshot, type Previous } from './previous-snapshot.ts';
import { type Restored, type RestoreOptions, restoreSnapshot } from './restore-snapshot.ts';
import { blobPath, isManifestSigned, type ManifestFile, readManifest } from './snapshot-manifest.ts';
import {
  assertTargetOutside,
  expiredSnapshots,
  listSnapshots,
  type Retention,
  removeSnapshots,
} from './snapshots.ts';

/** Number of documents, and of files, opened as a sample. */
const SAMPLE_SIZE = 16;
/** Opened bytes after which no further sample file is opened, so that a backup of large files ends soon. */
const SAMPLE_BYTES = 32 * 1024 * 1024;
/** Database pages copied between two requests; some 4 ms. */
const PAGES_AT_ONCE = 1_024;

export interface BackupFolderOptions {
  readonly dataDir: string;
  readonly target: string;
  readonly opening: UnlockSecrets;
  /** How many old snapshots are kept; without it none is removed. */
  readonly retention?: Retention;
  readonly clock?: Clock;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface BackedUp extends Snapshot {
  readonly removed: readonly string[];
}

/** Creates the backup steps for the vault of this process, with the keys of an unlocked administrator. */
export function createBackupSteps(dataDir: string, clock: Clock): BackupSteps {
  return {
    async backup(reader, target, keep, signal) {
      assertTargetOutside(dataDir, target);
      const folder = await openVaultForReading(dataDir);
      try {
        const { name, files, bytes, findings } = await withFiles(folder, reader, clock, (copyBlob) =>
          makeSnapshot(
            folder,
            reader,
            { target, clock, signal, pagesAtOnce: PAGES_AT_ONCE, copyBlob },
            (db, root) => proveSample(db, root, reader, clock),
          ),
        );
        removeSnapshots(target, expiredSnapshots(listSnapshots(target, reader.workspace_id), keep));
        const documents = countDocuments(folder.db);
        return { snapshot: name, files, bytes, documents, failure: codesOf(findings) };
      } finally {
        folder.close();
      }
    },
    async drill(reader, target, signal) {
      const name = listSnapshots(target, reader.workspace_id).at(-1);
      if (name === undefined)
        throw new VaultError('not_found', 'There is no backup in this folder. Check its path.');
      const { findings, ...proven } = await drillSnapshot(join(target, name), reader, clock, signal);
      return { snapshot: name, ...proven, failure: codesOf(findings) };
    },
  };
}

function codesOf(findings: readonly Finding[]): string | null {
  return findings.length === 0 ? null : [...new Set(findings.map(({ code }) => code))].join(' ');
}

function countDocuments(db: SqlEngine): number {
  return db.prepare<[], number>('SELECT count(*) FROM documents').pluck().get() ?? 0;
}

/** Opens a copy of the database, so that verifying cannot change the snapshot. */
async function drillSnapshot(
  snapshot: string,
  reader: Reader,
  clock: Clock,
  signal: AbortSignal,
): Promise<{ findings: Finding[]; files: number; bytes: number; documents: number }> {
  const read = await readManifest(snapshot);
  let chosen: readonly ManifestFile[];
  try {
    if (!isManifestSigned(snapshot, read, reader.ledger.state(), reader.principal.principal_id))
      return { findings: [finding('backup_unsigned')], files: 0, bytes: 0, documents: 0 };
    const database = read.files.find(DATABASE);
    chosen = [...(database === undefined ? [] : [database]), ...read.files.sampleBlobs(SAMPLE_SIZE)];
  } finally {
    read.close();
  }
  const findings: Finding[] = [];
  let bytes = 0;
  for (const file of chosen) {
    signal.throwIfAborted();
    const id = basename(file.path);
    const sha256 = await hashFile(join(snapshot, file.path)).catch(() => undefined);
    if (sha256 === undefined) findings.push(finding('backup_incomplete', id));
    else if (sha256 !== file.sha256) findings.push(finding('backup_damaged', id));
    bytes += file.bytes;
  }
  const database = readDatabase(join(snapshot, DATABASE), false);
  try {
    findings.push(...(await proveSample(database.db, snapshot, reader, clock)));
    const documents = Math.min(SAMPLE_SIZE, countDocuments(database.db));
    return { findings, files: chosen.length - 1, bytes, documents };
  } finally {
    database.close();
  }
}

/** Backs up a folder. @throws invalid_request, credential_rejected, permission_denied, CryptoError, not_initialized */
export async function backupFolder(options: BackupFolderOptions): Promise<BackedUp> {
  const { dataDir, target, opening, retention, clock = systemClock } = options;
  assertTargetOutside(dataDir, target);
  const folder = await openVaultForReading(dataDir);
  try {
    assertKnownSchema(folder.schema, NEWEST_SCHEMA);
    const unlocking = unlockReadOnly(folder.db, clock, unlockSecretsFor(folder.layout, opening));
    const { reader, found: previous } = await whileUnlocking(unlocking, () => lookBefore(folder, target));
    try {
      if (!reader.principal.is_admin && readCopyMarker(folder.layout) === undefined)
        throw new VaultError('permission_denied', 'Only an administrator can make backups.');
      const snapshot = await withFiles(folder, reader, clock, (copyBlob) =>
        makeSnapshot(folder, reader, { ...options, clock, copyBlob, previous }, (db, root) =>
          proveSample(db, root, reader, clock),
        ),
      );
      const removed = retention
        ? expiredSnapshots(listSnapshots(target, reader.workspace_id), retention)
        : [];
      removeSnapshots(target, removed);
      return { ...snapshot, removed };
    } finally {
      reader.close();
    }
  } finally {
    folder.close();
  }
}

/** Verifies the previous snapshot early; a failure is found again when the new snapshot is made. */
function lookBefore(folder: ReadFolder, target: string): Previous | undefined {
  try {
    const workspace = createWorkspaceStore(folder.db).findWorkspace();
    const previous = workspace && findPrevious(target, workspace.workspace_id);
    return previous && inspectSnapshot(previous, folder.stateOf());
  } catch {
    return undefined;
  }
}

/** `work` copies sealed files out of the folder or of its bucket. */
async function withFiles<T>(
  { layout }: ReadFolder,
  { workspace_id }: Reader,
  clock: Clock,
  work: (copyBlob: SnapshotOptions['copyBlob']) => Promise<T>,
): Promise<T> {
  const ofBucket = { workspaceId: () => workspace_id, clock, onFailure: () => undefined };
  const bucket = await openBlobStoreForReading(layout, ofBucket);
  if (bucket === undefined)
    return work((blobId, to, onBytes) => copyHashed(join(layout.root, blobPath(blobId)), to, onBytes));
  try {
    return await work(async (blobId, to, onBytes) => {
      const reader = await bucket.open(blobId);
      let position = 0;
      return writeHashed(
        async (into) => {
          const length = await reader.read(into, position);
          position += length;
          return length;
        },
        to,
        onBytes,
      ).finally(reader.close);
    });
  } finally {
    await bucket.close();
  }
}

/** Opens a random sample of documents and files from the snapshot itself. */
async function proveSample(
  db: SqlEngine,
  root: string,
  reader: Reader,
  clock: Clock,
): Promise<readonly Finding[]> {
  const walks = walksOver(db, createFileBlobs(root), reader, clock);
  const documents = db
    .prepare<[number], Row<DocumentId>>(
      'SELECT document_id AS id, 0 AS bytes FROM documents ORDER BY random() LIMIT ?',
    )
    .all(SAMPLE_SIZE);
  const files = db
    .prepare<[number], Row<NodeId>>(
      'SELECT node_id AS id, coalesce(size, 0) AS bytes FROM drive_nodes ORDER BY random() LIMIT ?',
    )
    .all(SAMPLE_SIZE);
  const findings = await allSettledOrThrow([
    checkSample(walks.documents, reader, documents),
    checkSample(walks.files, reader, files),
  ]);
  return findings.flat();
}

interface Row<Id extends string> {
  readonly id: Id;
  readonly bytes: number;
}

async function checkSample<Id extends string>(
  walk: Walk<Id>,
  reader: Reader,
  rows: readonly Row<Id>[],
): Promise<Finding[]> {
  const chosen: Id[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (bytes >= SAMPLE_BYTES) break;
    chosen.push(row.id);
    bytes += row.bytes;
  }
  const outcomes = await mapWithConcurrency(chosen, (each) =>
    walk.check(reader.principal.keyRing, each, () => undefined),
  );
  return outcomes.flatMap((outcome) => outcome?.findings ?? []);
}

export async function restoreFolder(
  options: RestoreOptions & { readonly opening: UnlockSecrets; readonly clock?: Clock },
): Promise<Restored> {
  const { opening, clock = systemClock } = options;
  return restoreSnapshot(options, {
    unlock: (folder) => unlockReadOnly(folder.db, clock, unlockSecretsFor(folder.layout, opening)),
    recordRestored: (db, workspaceId, snapshot) =>
      appendPlaintextEntry(createAuditStore(db), workspaceId, nowInstant(clock), {
        kind: 'vault_restored',
        by: opening.principal_id ?? null,
        object_type: 'backup',
        detail: snapshot,
      }),
    async verify({ db, layout }, reader) {
      const isCopy = readCopyMarker(layout) !== undefined;
      const walks = walksOver(db, createFileBlobs(layout.root), reader, clock);
      const how = { isCopy, ...(options.signal ? { signal: options.signal } : {}) };
      const verified = await verifyRows(db, reader, walks, how);
      const around = [
        ...checkAuthorities(db, reader, layout.pki, isCopy),
        ...checkFolderBlobs(db, layout.root, { settledAfterMs: undefined, nowMs: clock.nowMs() }),
        ...checkPki(layout.pki, clock.nowMs()).findings.filter(
          ({ code }) => !code.startsWith('certificate_end'),
        ),
      ];
      return { ...verified, findings: distinct([...verified.findings, ...around]) };
    },
  });
}
