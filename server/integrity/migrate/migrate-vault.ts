/**
 * `srvault migrate`: moves a vault between storages, its rows from a folder into PostgreSQL or back, its sealed files
 * into a bucket or back, with certificates. Ciphertext moves unchanged and needs no key. At any time one place alone
 * can be opened for writing: the old one until it is marked as moved, then the new one.
 * Source: clinic design, section 12.
 */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import type { Finding } from '#contract/maintenance/findings.ts';
import { createPkiFiles } from '#server/identity/enrollment/pki-files.ts';
import { storeFirstAuthority } from '#server/identity/enrollment/trusted-authorities.ts';
import { appendPlaintextEntry } from '#server/integrity/audit/writing/append-plaintext-entry.ts';
import { spotCheck } from '#server/integrity/spot-check-migration.ts';
import { type Reader, type UnlockSecrets, unlockReadOnly } from '#server/integrity/unlock-read-only.ts';
import { distinct } from '#server/integrity/verify/verify-vault.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import type { TableDigest } from '#server/storage/bulk-copy/table-digest.ts';
import { createAuthoritiesStore } from '#server/storage/http/authorities-store.ts';
import { createReferencedBlobs } from '#server/storage/maintenance/referenced-blobs.ts';
import { type Clock, nowInstant, systemClock } from '#server/system/clock.ts';
import { parseBlobStoreAddress, writeBlobStoreAddress } from '#server/system/config/blob-store-address.ts';
import { writeDatabaseAddress } from '#server/system/config/database-address.ts';
import { readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { type DataDir, dataDirLayout, prepareDataDir } from '#server/system/config/folder/data-dir.ts';
import { lockFolder } from '#server/system/config/folder/folder-lock.ts';
import { isInsideFolder } from '#server/system/config/folder/is-inside-folder.ts';
import {
  assertNotMoved,
  isSameLocation,
  readMovedMarker,
  readMovingMarker,
  removeMovingMarker,
  type VaultLocation,
  writeMovedMarker,
  writeMovingMarker,
} from '#server/system/config/folder/migration-markers.ts';
import { syncFolder } from '#server/system/files/sync-folder.ts';
import { type CopiedBlobs, copyBlobs } from './copy-blobs.ts';
import {
  type MigrationEndpoint,
  type MigrationSource,
  openSource,
  openTarget,
  placeOf,
  withoutPasswordOrNull,
} from './migration-endpoints.ts';
import { moveRows } from './move-rows.ts';

/** Entries allowed in an empty target folder: those of a mount point. */
const NOTHING = new Set(['lost+found']);

export interface MigrateOptions {
  readonly from: string;
  readonly dataDir: string;
  /** A PostgreSQL database for the rows; default is the new folder. */
  readonly store?: string | undefined;
  /** A bucket for the sealed files; default is the new folder. */
  readonly blobs?: string | undefined;
  readonly stateDir: string;
  /** Secrets to open a sample in the new place. */
  readonly opening?: UnlockSecrets | undefined;
  readonly clock?: Clock;
  readonly onFiles?: (done: number, total: number) => void;
  readonly onRows?: (rows: number) => void;
  readonly signal?: AbortSignal;
}

export interface Migrated extends VaultLocation {
  readonly workspace_id: WorkspaceId;
  readonly from: VaultLocation;
  readonly epoch: number;
  readonly tables: readonly TableDigest[];
  readonly files: number;
  readonly bytes: number;
  readonly copied_bytes: number;
  /** Size of the opened sample; null without an unlocked principal. */
  readonly opened_versions: number | null;
  readonly findings: readonly Finding[];
}

/**
 * Repeat it to continue after an interruption: identical files stay, rows are copied again.
 * @throws invalid_request, already_initialized, not_initialized, credential_rejected, FolderInUseError, protocol_error:
 * then the source is unchanged
 */
export async function migrateVault(options: MigrateOptions): Promise<Migrated> {
  const clock = options.clock ?? systemClock;
  const old = dataDirLayout(options.from);
  const layout = dataDirLayout(options.dataDir);
  const from = placeOf(old);
  const to = {
    data_dir: layout.root,
    store: withoutPasswordOrNull(options.store),
    blobs: options.blobs ?? null,
  };
  assertApart(old, layout);
  if (readCopyMarker(old) !== undefined)
    throw new VaultError(
      'invalid_request',
      'A travelling copy cannot be moved. Exchange its changes, delete it, and take it again elsewhere.',
    );
  const isGoingOn = isBegun(layout, from, to);
  if (!(isGoingOn && isMovedTo(old, to))) assertNotMoved(old);
  const upgraded = join(dirname(layout.root), `.${basename(layout.root)}.migrating.sqlite`);
  const source = await openSource(old, { upgraded, clock, isGoingOn });
  try {
    const reader = options.opening && (await unlockReadOnly(source.db, clock, options.opening));
    try {
      const route = { old, layout, from, to, isGoingOn };
      return await moveInto(source, reader, { ...options, clock }, route);
    } finally {
      reader?.close();
    }
  } finally {
    await source.close();
  }
}

interface Route {
  readonly old: DataDir;
  readonly layout: DataDir;
  readonly from: VaultLocation;
  readonly to: VaultLocation;
  readonly isGoingOn: boolean;
}

/** Refuses folders inside each other. @throws invalid_request */
function assertApart(old: DataDir, layout: DataDir): void {
  if (!isInsideFolder(old.root, layout.root) && !isInsideFolder(layout.root, old.root)) return;
  throw new VaultError(
    'invalid_request',
    'A vault must be moved into a folder of its own: not its present one, not inside it, and not around it.',
  );
}

/** True when this same migration was started before. @throws already_initialized where the target has other content */
function isBegun(layout: DataDir, from: VaultLocation, to: VaultLocation): boolean {
  const begun = readMovingMarker(layout);
  if (begun !== undefined && isSameLocation(begun.from, from) && isSameLocation(begun.to, to)) return true;
  if (begun !== undefined)
    throw new VaultError(
      'already_initialized',
      `Another move into this folder was begun, from ${begun.from.data_dir}. Run that one again, or remove the folder first.`,
    );
  if (!existsSync(layout.root) || readdirSync(layout.root).every((name) => NOTHING.has(name))) return false;
  throw new VaultError(
    'already_initialized',
    'This folder is not empty. Nothing was changed. Move the vault into a new one.',
  );
}

function isMovedTo(old: DataDir, to: VaultLocation): boolean {
  const moved = readMovedMarker(old);
  return moved !== undefined && isSameLocation(moved, to);
}

function isSameShared(left: string | null, right: string | null): boolean {
  if (left === null || right === null) return false;
  const [a, b] = [parseBlobStoreAddress(left), parseBlobStoreAddress(right)];
  if (a.kind === 'folder' || b.kind === 'folder') return left === right;
  return a.endpoint === b.endpoint && a.bucket === b.bucket && a.prefix === b.prefix;
}

type MoveOptions = MigrateOptions & { readonly clock: Clock };

async function moveInto(
  source: MigrationSource,
  reader: Reader | undefined,
  options: MoveOptions,
  route: Route,
): Promise<Migrated> {
  const { layout, from, to, isGoingOn } = route;
  const isNewFolder = !existsSync(layout.root);
  prepareDataDir(layout.root);
  if (!isGoingOn) writeMovingMarker(layout, { from, to });
  const lock = lockFolder(layout.lock);
  const keepsFiles = isSameShared(from.blobs, to.blobs);
  let target: MigrationEndpoint;
  try {
    const { workspaceId } = source;
    const { clock, store, blobs: shared } = options;
    target = await openTarget({ layout, store, shared, workspaceId, clock, isGoingOn, keepsFiles });
  } catch (error) {
    lock.release();
    if (!isGoingOn) leaveNothing(layout, isNewFolder);
    throw error;
  }
  try {
    const moved = await moveContent(source, target, reader, options, keepsFiles, route);
    await finish(source, target, options, route);
    return moved;
  } finally {
    await target.close();
    lock.release();
  }
}

/** Removes the files of a migration that was refused at its start. */
function leaveNothing({ root, lock, database, movingFile, pki }: DataDir, isNewFolder: boolean): void {
  const made = [lock, database, `${database}-wal`, `${database}-shm`, movingFile, pki];
  for (const path of isNewFolder ? [root] : made) rmSync(path, { recursive: true, force: true });
}

async function moveContent(
  source: MigrationSource,
  target: MigrationEndpoint,
  reader: Reader | undefined,
  options: MoveOptions,
  keepsFiles: boolean,
  { old, layout, from, to }: Route,
): Promise<Migrated> {
  const { clock, stateDir, opening, onRows } = options;
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  rmSync(layout.pki, { recursive: true, force: true });
  cpSync(old.pki, layout.pki, { recursive: true });
  await syncFolder(layout.pki);
  // Rows last, because they make the target a vault.
  const files = await moveFiles(source, target, options, keepsFiles);
  const { tables, epoch } = await moveRows(source.db, target.db, {
    ...{ workspaceId: source.workspaceId, stateDir, ...signal },
    ...(onRows === undefined ? {} : { onRows }),
    recordMove(db) {
      const authorities = createAuthoritiesStore(db);
      if (to.store !== null && authorities.listAuthorities().length === 0)
        storeFirstAuthority(authorities, createPkiFiles(layout.pki).readCaPem());
      appendPlaintextEntry(createAuditStore(db), source.workspaceId, nowInstant(clock), {
        kind: 'vault_migrated',
        by: opening?.principal_id ?? null,
        detail: [to.store === null ? 'folder' : 'postgres', ...(to.blobs === null ? [] : ['bucket'])].join(
          ' ',
        ),
      });
    },
  });
  const proven = reader && (await spotCheck(target, reader, clock));
  return {
    workspace_id: source.workspaceId,
    from,
    ...to,
    ...{ epoch, tables },
    ...{ files: files.files, bytes: files.bytes, copied_bytes: files.copied_bytes },
    opened_versions: proven?.versions ?? null,
    findings: distinct([...files.findings, ...(proven?.findings ?? [])]),
  };
}

async function moveFiles(
  source: MigrationSource,
  target: MigrationEndpoint,
  { onFiles, signal }: MoveOptions,
  keepsFiles: boolean,
): Promise<CopiedBlobs> {
  const expected = createReferencedBlobs(source.db);
  if (keepsFiles) return { files: expected.count(), bytes: 0, copied_bytes: 0, findings: [] };
  return copyBlobs(expected, source.blobs, target.blobs, {
    ...(onFiles === undefined ? {} : { onProgress: onFiles }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Marks the source as moved: from now on only the target opens. */
async function finish(
  source: MigrationSource,
  target: MigrationEndpoint,
  { store, blobs, clock }: MoveOptions,
  { old, layout, to }: Route,
): Promise<void> {
  target.db.checkpoint();
  if (store !== undefined) writeDatabaseAddress(layout, store);
  if (blobs !== undefined) writeBlobStoreAddress(layout, blobs);
  await syncFolder(layout.root);
  writeMovedMarker(old, { ...to, moved_at: nowInstant(clock) });
  await syncFolder(old.root);
  await source.markMoved();
  removeMovingMarker(layout);
  await syncFolder(layout.root);
}
