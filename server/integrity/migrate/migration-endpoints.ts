/** Opens both ends of a migration: the present vault, with no other writer, and the new place. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { FolderInUseError, VaultError } from '#contract/errors/vault-error.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import type { BlobStore, SharedBlobs } from '#server/drives/blobs/blob-store.ts';
import { createFileBlobs } from '#server/drives/blobs/on-disk/file-blobs.ts';
import {
  assertBlobStoreMatches,
  openBlobStoreForReading,
  openSharedBlobStore,
} from '#server/integrity/open-blob-store.ts';
import { NEWEST_SCHEMA, readDatabase } from '#server/integrity/open-vault-read-only.ts';
import { createWorkspaceStore } from '#server/storage/access/workspace-store.ts';
import { isEmptyDatabase } from '#server/storage/bulk-copy/copy-tables.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { assertKnownSchema } from '#server/storage/migrations/migrator.ts';
import type { Clock } from '#server/system/clock.ts';
import { readBlobStoreAddress } from '#server/system/config/blob-store-address.ts';
import { readDatabaseAddress, withoutPassword } from '#server/system/config/database-address.ts';
import type { DataDir } from '#server/system/config/folder/data-dir.ts';
import { tryLockFolder } from '#server/system/config/folder/folder-lock.ts';
import type { VaultLocation } from '#server/system/config/folder/migration-markers.ts';

export interface MigrationEndpoint {
  readonly db: SqlEngine;
  readonly blobs: BlobStore;
  readonly close: () => Promise<void>;
}

export interface MigrationSource extends MigrationEndpoint {
  readonly workspaceId: WorkspaceId;
  /** Marks the source as moved, for every folder that opens the same database. */
  readonly markMoved: () => Promise<void>;
}

export function placeOf(layout: DataDir): VaultLocation {
  return {
    data_dir: layout.root,
    store: withoutPasswordOrNull(readDatabaseAddress(layout)),
    blobs: readBlobStoreAddress(layout) ?? null,
  };
}

/** Removes the password from an address, because more people can read the marker file than the address. */
export function withoutPasswordOrNull(store: string | undefined): string | null {
  return store === undefined ? null : withoutPassword(store);
}

/**
 * Opens the vault to migrate.
 * @throws FolderInUseError, protocol_error (served elsewhere, unreadable, newer), not_initialized
 */
export async function openSource(
  layout: DataDir,
  { upgraded, clock, isGoingOn }: { upgraded: string; clock: Clock; isGoingOn: boolean },
): Promise<MigrationSource> {
  const store = readDatabaseAddress(layout);
  const lock = tryLockFolder(layout.lock);
  if (lock === undefined) throw new FolderInUseError();
  try {
    const rows = store === undefined ? openFile(layout, upgraded) : await openDatabase(store, isGoingOn);
    try {
      const workspaceId = createWorkspaceStore(rows.db).findWorkspace()?.workspace_id;
      if (workspaceId === undefined)
        throw new VaultError(
          'not_initialized',
          'There is no vault in this folder yet. Create one with «srvault init».',
        );
      const blobs = await openBlobs(layout, workspaceId, clock);
      return {
        ...rows,
        blobs,
        workspaceId,
        async close() {
          await blobs.close();
          rows.close();
          lock.release();
        },
      };
    } catch (error) {
      rows.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface SourceRows {
  readonly db: SqlEngine;
  readonly close: () => void;
  readonly markMoved: () => Promise<void>;
}

/** Migrates an older schema in a copy at `upgraded`. */
function openFile(layout: DataDir, upgraded: string): SourceRows {
  const removeUpgraded = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(upgraded + end, { force: true });
  };
  removeUpgraded();
  mkdirSync(dirname(upgraded), { recursive: true });
  const read = readDatabase(layout.database, false, upgraded);
  const close = () => {
    read.close();
    removeUpgraded();
  };
  try {
    assertKnownSchema(read.schema, NEWEST_SCHEMA);
  } catch (error) {
    close();
    throw error;
  }
  return { db: read.db, close, markMoved: async () => undefined };
}

async function openDatabase(store: string, isGoingOn: boolean): Promise<SourceRows> {
  // Loaded here, because a vault in a folder needs no PostgreSQL driver.
  const { hasMovedMarker, writeMovedMarker, openPostgresForReading } = await import(
    '#server/storage/engine/postgres/open-postgres-read-only.ts'
  );
  const db = openPostgresForReading(store, NEWEST_SCHEMA, { isAlone: true });
  if (hasMovedMarker(db) && !isGoingOn) {
    db.close();
    throw new VaultError(
      'protocol_error',
      'The vault in this database was already moved. Open it at its new place.',
    );
  }
  return { db, close: db.close, markMoved: async () => writeMovedMarker(db) };
}

async function openBlobs(layout: DataDir, workspaceId: WorkspaceId, clock: Clock): Promise<BlobStore> {
  const deps = { workspaceId: () => workspaceId, clock, onFailure: () => undefined };
  return (await openBlobStoreForReading(layout, deps)) ?? createFileBlobs(layout.root);
}

export interface TargetOptions {
  readonly layout: DataDir;
  /** PostgreSQL address; undefined: the folder. */
  readonly store: string | undefined;
  /** A bucket or a shared folder; undefined: the folder. */
  readonly shared: string | undefined;
  readonly workspaceId: WorkspaceId;
  readonly clock: Clock;
  /** True when the target has an earlier part of this same migration. */
  readonly isGoingOn: boolean;
  /** True when the files are already in the target's storage. */
  readonly keepsFiles: boolean;
}

/**
 * Opens the new place.
 * @throws already_initialized where the target has other content; protocol_error, BucketUnavailableError, BucketRefusedError
 */
export async function openTarget(options: TargetOptions): Promise<MigrationEndpoint> {
  const { layout, store, workspaceId, isGoingOn } = options;
  const blobs = await openTargetBlobs(options);
  try {
    const db =
      store === undefined
        ? createSqliteEngine(openVaultDatabase(layout.database, MIGRATIONS))
        : await openNewDatabase(store, isGoingOn);
    const found = createWorkspaceStore(db).findWorkspace()?.workspace_id;
    if (found === undefined ? isEmptyDatabase(db) : isGoingOn && found === workspaceId)
      return {
        db,
        blobs,
        async close() {
          await blobs.close();
          db.close();
        },
      };
    db.close();
    throw new VaultError(
      'already_initialized',
      'The target already has data of a vault. Nothing was changed. Name an empty database and an empty folder.',
    );
  } catch (error) {
    await blobs.close();
    throw error;
  }
}

async function openNewDatabase(store: string, isGoingOn: boolean): Promise<SqlEngine> {
  const { isEmptyPostgres } = await import('#server/storage/engine/postgres/open-postgres-read-only.ts');
  if (!isGoingOn && !isEmptyPostgres(store))
    throw new VaultError(
      'already_initialized',
      'The database named by --store is not empty. Nothing was changed. Create a new one for this vault.',
    );
  const { openPostgres } = await import('#server/storage/engine/postgres/open-postgres.ts');
  return openPostgres(store, MIGRATIONS);
}

async function openTargetBlobs(options: TargetOptions): Promise<BlobStore> {
  const { layout, shared, workspaceId, clock, isGoingOn, keepsFiles } = options;
  if (shared === undefined) {
    await removeHalfWritten(layout.root);
    return createFileBlobs(layout.root);
  }
  assertBlobStoreMatches(layout, shared);
  if (isAbsolute(shared) && isGoingOn) await removeHalfWritten(join(shared, workspaceId));
  const { blobs, prove } = await openSharedBlobStore(shared, {
    ...{ workspaceId: () => workspaceId, clock },
    onFailure: () => undefined,
    holdsFiles: () => false,
  });
  try {
    await prove();
    if (isGoingOn || keepsFiles || (await isEmpty(blobs))) return blobs;
    throw new VaultError(
      'already_initialized',
      'The place named by --blobs already has files of this vault. Nothing was changed. Name another prefix or folder.',
    );
  } catch (error) {
    await blobs.close();
    throw error;
  }
}

/** Removes partial files of an interrupted migration. */
async function removeHalfWritten(folder: string): Promise<void> {
  if (existsSync(join(folder, 'blobs'))) await createFileBlobs(folder).sweep((names) => new Set(names));
}

async function isEmpty(blobs: Pick<SharedBlobs, 'list'>): Promise<boolean> {
  for await (const _ of blobs.list()) return false;
  return true;
}
