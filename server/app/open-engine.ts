/** Opens the database of a folder: its own SQLite file, or the PostgreSQL database that was given or stored. */
import { existsSync } from 'node:fs';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import type { Upgrade } from '#server/storage/migrations/migrator.ts';
import {
  parseDatabaseAddress,
  readDatabaseAddress,
  writeDatabaseAddress,
} from '#server/system/config/database-address.ts';
import type { DataDir } from '#server/system/config/folder/data-dir.ts';
import { assertNoLeftoverFiles } from '#server/system/config/folder/leftover-files.ts';
import { removeExpiredUpgradeCopies, storeUpgradeCopy } from '#server/system/config/folder/upgrade-copies.ts';

/** Result of migrating an older vault. */
export interface Upgraded extends Upgrade {
  /** Path of the backup; null where the caller declined one, and for a travelling copy, which makes none. */
  readonly copy: string | null;
}

export interface OpenEngineOptions {
  readonly isOneOfSeveral: boolean;
  readonly nowMs: number;
  /** Migrates the schema without a backup of the older database. */
  readonly withoutCopy?: boolean;
  readonly onUpgraded?: ((upgraded: Upgraded) => void) | undefined;
}

/**
 * Call before anything is opened or created. @throws protocol_error where folder and database do not belong together.
 */
export function assertDatabaseMatches(layout: DataDir, store: string | undefined): void {
  if (store === undefined && readDatabaseAddress(layout) === undefined) {
    assertNoLeftoverFiles(layout);
    return;
  }
  if (store !== undefined) parseDatabaseAddress(store);
  if (existsSync(layout.database))
    throw new VaultError(
      'protocol_error',
      'This folder already has the records of a vault. Nothing was changed. Give a vault on PostgreSQL a folder of its own.',
    );
}

/**
 * Opens the database and migrates it if necessary.
 * @throws protocol_error: see `openVaultDatabase`, `openPostgres`.
 */
export async function openEngine(
  layout: DataDir,
  store: string | undefined,
  { isOneOfSeveral, nowMs, withoutCopy = false, onUpgraded }: OpenEngineOptions,
): Promise<SqlEngine> {
  const address = store ?? readDatabaseAddress(layout);
  removeExpiredUpgradeCopies(layout, nowMs);
  if (address === undefined) {
    let upgraded: Upgraded | undefined;
    const db = openVaultDatabase(layout.database, MIGRATIONS, (before, upgrade) => {
      const write = (file: string) => void before.prepare('VACUUM INTO ?').run(file);
      // A travelling copy must delete groups when the home vault says so; no backup may still contain them.
      const isKept = !withoutCopy && !existsSync(layout.copyFile);
      const copy = isKept ? storeUpgradeCopy(layout, upgrade.from, nowMs, write) : null;
      upgraded = { ...upgrade, copy };
    });
    if (upgraded !== undefined) onUpgraded?.(upgraded);
    return createSqliteEngine(db);
  }
  // Loaded here, because a vault in a folder needs no PostgreSQL driver.
  const { openPostgres } = await import('#server/storage/engine/postgres/open-postgres.ts');
  const { backUpPostgres } = await import('./back-up-postgres.ts');
  const kept = withoutCopy ? undefined : await backUpPostgres(layout, address, nowMs);
  const engine = openPostgres(address, MIGRATIONS, {
    isOneOfSeveral,
    writesBefore: kept?.writes,
    onUpgraded: (upgrade) => onUpgraded?.({ ...upgrade, copy: kept?.copy ?? null }),
  });
  writeDatabaseAddress(layout, address);
  return engine;
}
