/**
 * `srvault doctor` for a vault in any storage: checks its folder, and whether its database and file storage respond.
 * Read-only, without a passphrase.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { openBlobStoreForReading } from '#server/integrity/open-blob-store.ts';
import {
  openFolderForReading,
  openVaultForReading,
  type ReadFolder,
} from '#server/integrity/open-vault-read-only.ts';
import { createWorkspaceStore } from '#server/storage/access/workspace-store.ts';
import { systemClock } from '#server/system/clock.ts';
import { blobStoreKind } from '#server/system/config/blob-store-address.ts';
import { readDatabaseAddress } from '#server/system/config/database-address.ts';
import { type DataDir, dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { type Examination, type Examined, type ExamineOptions, examineFolder } from './examine-folder.ts';

export async function examineVault(options: Omit<ExamineOptions, 'opened'>): Promise<Examination> {
  const layout = dataDirLayout(options.dataDir);
  const address = readDatabaseAddress(layout);
  const database = address === undefined ? undefined : await reachDatabase(address);
  const opened = database?.findings.length ? undefined : await tryOpen(options.dataDir, address);
  try {
    // With rows in PostgreSQL the folder's files are not compared: other servers may have files in their own folders.
    const examined = examineFolder({ ...options, opened: address === undefined ? opened : undefined });
    const files = await reachFiles(layout, opened);
    const checks = [...examined.checks, ...(database ? [database] : []), ...(files ? [files] : [])];
    return { ...examined, checks, findings: checks.flatMap(({ findings }) => findings) };
  } finally {
    opened?.close();
  }
}

async function reachDatabase(address: string): Promise<Examined> {
  const { isEmptyPostgres } = await import('#server/storage/engine/postgres/open-postgres-read-only.ts');
  const name = 'places';
  try {
    return isEmptyPostgres(address)
      ? { name, what: 'the database is empty', findings: [finding('vault_missing')] }
      : { name, what: 'the database answers', findings: [] };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return { name, what: 'the database does not answer', findings: [away('database_away', error)] };
  }
}

/** Opens the vault read-only. Undefined where the folder check reports the reason, or the schema is another one. */
async function tryOpen(dataDir: string, address: string | undefined): Promise<ReadFolder | undefined> {
  try {
    return address === undefined ? openFolderForReading(dataDir) : await openVaultForReading(dataDir);
  } catch {
    return undefined;
  }
}

/** Reads the first file of the shared storage; undefined where files are in the folder, or the vault is unknown. */
async function reachFiles(layout: DataDir, opened: ReadFolder | undefined): Promise<Examined | undefined> {
  const place = blobStoreKind(layout);
  if (place === undefined || opened === undefined) return undefined;
  const { db } = opened;
  const id = createWorkspaceStore(db).findWorkspace()?.workspace_id;
  if (id === undefined) return undefined;
  const name = 'places';
  try {
    const blobs = await openBlobStoreForReading(layout, {
      ...{ workspaceId: () => id, clock: systemClock, db },
      onFailure: () => undefined,
    });
    if (blobs === undefined) return undefined;
    try {
      for await (const _ of blobs.list()) break;
    } finally {
      await blobs.close();
    }
    return { name, what: `${place} answers`, findings: [] };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return { name, what: `${place} does not answer`, findings: [away('files_away', error)] };
  }
}

function away(code: 'database_away' | 'files_away', { message }: VaultError): Finding {
  return finding(code, null, message);
}
