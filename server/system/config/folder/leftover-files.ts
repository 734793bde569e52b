/**
 * Refuses to begin a vault where the rest of one lies. A folder whose database is gone still holds sealed files
 * and the certificate authority; a new vault over it would sweep the files away and replace the authority.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DataDir } from './data-dir.ts';

const REMAINS = ['blobs', 'pki', 'search', 'quarantine'];
/** What a vault that is not initialised never has; its certificates are made anew at each start. */
const REMAINS_OF_RECORDS = ['blobs', 'search', 'quarantine'];

/** What is left of a vault that lost its database; empty where it has one, and where there was none. */
export function listLeftoverFiles({ root, database }: DataDir): readonly string[] {
  if (sizeOf(database) > 0) return [];
  const found = REMAINS.filter((name) => holdsFile(join(root, name)));
  return sizeOf(`${database}-wal`) > 0 ? [...found, 'vault.sqlite-wal'] : found;
}

/** Before anything is opened or made. @throws protocol_error; nothing is touched. */
export function assertNoLeftoverFiles(layout: DataDir): void {
  const found = listLeftoverFiles(layout);
  if (found.length === 0) return;
  throw new VaultError(
    'protocol_error',
    `vault.sqlite is missing or empty, but this folder still holds ${found.join(', ')} of a vault. Nothing was changed. Put vault.sqlite back from a backup (srvault restore), or choose another folder for a new vault.`,
  );
}

/** For a database that holds no vault yet. @throws protocol_error; nothing is touched. */
export function assertNoLeftoverRecords({ root, storeFile }: DataDir): void {
  const found = REMAINS_OF_RECORDS.filter((name) => holdsFile(join(root, name)));
  if (found.length === 0) return;
  throw new VaultError(
    'protocol_error',
    existsSync(storeFile)
      ? `The database of this folder holds no vault, but the folder still holds ${found.join(', ')} of one. Nothing was changed. Restore the database, name the right one, or choose another folder for a new vault.`
      : `vault.sqlite holds no vault, but this folder still holds ${found.join(', ')} of one. Nothing was changed. Put vault.sqlite back from a backup (srvault restore), or choose another folder for a new vault.`,
  );
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function holdsFile(folder: string): boolean {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  return readdirSync(folder, { withFileTypes: true, recursive: true }).some((entry) => !entry.isDirectory());
}
