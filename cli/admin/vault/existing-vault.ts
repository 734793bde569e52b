/** Checks whether a folder contains a vault, without changing it. */
import { existsSync } from 'node:fs';
import { VaultError } from '#contract/errors/vault-error.ts';
import { readJoinedVault } from '#sdk/node/joined-vault.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { assertOwnPlace } from '#server/system/config/folder/folder-owner.ts';
import { assertNoLeftoverFiles, listLeftoverFiles } from '#server/system/config/folder/leftover-files.ts';

/**
 * Requires that the folder contains no vault; does not change it. @throws already_initialized; protocol_error if a
 * vault has lost its database.
 */
export async function assertNoVault(dataDir: string): Promise<void> {
  const layout = dataDirLayout(dataDir);
  const { database, storeFile } = layout;
  // Opening the external database shows whether it contains a vault.
  if (existsSync(storeFile)) return;
  assertNoLeftoverFiles(layout);
  if (!existsSync(database)) return assertOwnPlace(layout);
  // Imported here, because `init` on an empty folder does not need it.
  const { openVaultDatabase } = await import('#server/storage/engine/sqlite/open-database.ts');
  const { createWorkspaceStore } = await import('#server/storage/access/workspace-store.ts');
  const { MIGRATIONS } = await import('#server/storage/migrations/migrations.ts');
  const db = openVaultDatabase(database, MIGRATIONS);
  try {
    if (createWorkspaceStore(db).findWorkspace() === undefined) return;
  } finally {
    db.close();
  }
  throw new VaultError(
    'already_initialized',
    'There is already a vault in this folder. Nothing was changed. Name another folder.',
  );
}

/**
 * Requires that this folder's window has not joined a vault on another computer, because a vault created here would
 * never be shown. @throws already_initialized
 */
export function assertNotJoined(dataDir: string): void {
  const joined = readJoinedVault(dataDir)?.joined;
  if (joined === undefined) return;
  throw new VaultError(
    'already_initialized',
    `This folder opens «${joined.name}» on another machine. Name another folder, or leave that vault in its window first (Settings, Where it lies).`,
  );
}

/** Returns true if the vault's own database is missing; the rest of it can still be inspected. */
export function hasLostDatabase(dataDir: string): boolean {
  const layout = dataDirLayout(dataDir);
  return !existsSync(layout.storeFile) && listLeftoverFiles(layout).length > 0;
}

/**
 * Requires that the folder contains a vault; creates nothing. @throws not_initialized; protocol_error if a vault
 * has lost its database.
 */
export function assertVault(dataDir: string): void {
  const layout = dataDirLayout(dataDir);
  if (existsSync(layout.storeFile)) return;
  assertNoLeftoverFiles(layout);
  if (existsSync(layout.database)) return;
  throw new VaultError(
    'not_initialized',
    'There is no vault in this folder. Create one with «srvault init».',
  );
}
