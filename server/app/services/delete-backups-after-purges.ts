/**
 * Deletes this server's upgrade backups after a purge by another server, because they contain the purged objects'
 * wrapped keys. Also handles purges from while this server was stopped.
 */

import { createTombstoneStore } from '#server/storage/documents/tombstone-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { DataDir } from '#server/system/config/folder/data-dir.ts';
import { listUpgradeCopies, removeUpgradeCopies } from '#server/system/config/folder/upgrade-copies.ts';

/** Servers whose clocks differ by more refuse to start. */
const CLOCKS_DIFFER_MAX_MS = 10_000;

/** Deletes upgrade backups after foreign purges. @returns a function to call after foreign writes */
export function deleteBackupsAfterPurges(
  db: Pick<SqlEngine, 'prepare' | 'isShared'>,
  layout: Pick<DataDir, 'database' | 'upgrades'>,
): () => void {
  if (!db.isShared) return () => undefined;
  const purges = createTombstoneStore(db);
  const [newest] = listUpgradeCopies(layout);
  let isKept = newest !== undefined;
  let seen = isKept ? purges.newestAt() : undefined;

  function remove(): void {
    removeUpgradeCopies(layout);
    isKept = false;
  }

  if (newest !== undefined && seen !== undefined)
    if (Date.parse(seen) + CLOCKS_DIFFER_MAX_MS >= Date.parse(newest.made_at)) remove();
  return () => {
    if (!isKept) return;
    const purgedAt = purges.newestAt();
    if (purgedAt === seen) return;
    seen = purgedAt;
    remove();
  };
}
