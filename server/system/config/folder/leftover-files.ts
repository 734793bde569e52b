/**
 * Refuses to create a vault where remains of another one are. A folder without its database still has sealed files and
 * the CA; a new vault would delete the files and replace the CA.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DataDir } from './data-dir.ts';

const REMAINS = ['blobs', 'pki', 'search', 'quarantine'];
/** Folders that an uninitialised vault never has; its certificates are recreated at each start. */
const REMAINS_OF_RECORDS = ['blobs', 'search', 'quarantine'];

/** Remains of a vault that lost its database; empty where it has one, and where there was none. */
export function listLeftoverFiles({ root, database }: DataDir): readonly string[] {
  if (sizeOf(database) > 0) return [];
  const found = REMAINS.filter((name) => holdsFile(join(root, name)));
  return sizeOf(`${database}-wal`) > 0 ? [...found, 'vault.sqlite-wal'] : found;
}

/** Call before anything is opened or created. @throws protocol_error; nothing is touched. */
export function assertNoLeftoverFiles(layout: DataDir): void {
  const found = listLeftoverFiles(layout);
  if (found.length === 0) return;
  throw new VaultError(
    'protocol_error',
    `vault.sqlite is missing or empty, but this folder still has ${found.join(', ')} of a vault. Nothing was changed. Put vault.sqlite back from a backup (srvault restore), or choose another folder for a new vault.`,
  );
}

/**
 * Requires that a database without a vault has no remains of another one. @throws protocol_error; nothing is
 * touched.
 */
export function assertNoLeftoverRecords({ root, storeFile }: DataDir): void {
  const found = REMAINS_OF_RECORDS.filter((name) => holdsFile(join(root, name)));
  if (found.length === 0) return;
  throw new VaultError(
    'protocol_error',
    existsSync(storeFile)
      ? `The database of this folder has no vault, but the folder still has ${found.join(', ')} of one. Nothing was changed. Restore the database, name the right one, or choose another folder for a new vault.`
      : `vault.sqlite has no vault, but this folder still has ${found.join(', ')} of one. Nothing was changed. Put vault.sqlite back from a backup (srvault restore), or choose another folder for a new vault.`,
  );
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function holdsFile(folder: string): boolean {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  return readdirSync(folder, { withFileTypes: true, recursive: true }).some((entry) => !entry.isDirectory());
}
