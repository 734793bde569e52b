/** The audit log of a folder, served or not, checked with a person's keys. Reads only. */

import { decodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { openVaultForReading } from '#server/integrity/open-read-only.ts';
import {
  type Opening,
  openingOf,
  type Reader,
  unlockForReading,
} from '#server/integrity/unlock-read-only.ts';
import { unverifiable } from '#server/integrity/verify/verify-vault.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createServiceState } from '#server/storage/http/service-state.ts';
import { createStoredRows, headVersions } from '#server/storage/maintenance/head-versions.ts';
import { type Clock, systemClock } from '#server/system/clock.ts';
import { createAuditAnchor } from '#server/system/config/anchors/audit-anchor.ts';
import { readCopyMark, stateDirFor } from '#server/system/config/folder/copy-marker.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { type AuditChecked, checkAudit } from './check-audit.ts';
import { createEntryOpener } from './entry-opener.ts';

export interface AuditFolderOptions {
  readonly dataDir: string;
  readonly stateDir: string;
  readonly opening: Opening;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
}

/** @throws credential_rejected, not_initialized, invalid_request: then nothing was looked at. */
export async function verifyFolderAudit(options: AuditFolderOptions): Promise<AuditChecked> {
  const { dataDir, opening, clock = systemClock, signal } = options;
  const layout = dataDirLayout(dataDir);
  const stateDir = stateDirFor(options.stateDir, layout);
  const isCopy = readCopyMark(layout) !== undefined;
  const folder = await openVaultForReading(dataDir);
  try {
    const reader = await unlockForReading(folder.db, clock, openingOf(folder.layout, opening)).catch(
      (error: unknown) => {
        if (error instanceof CryptoError) return undefined;
        throw error;
      },
    );
    if (reader === undefined) {
      const { findings } = unverifiable();
      return { findings, entries: 0, opened: 0, first_at: null, broken_seq: null };
    }
    try {
      return await checkReadAudit(folder.db, reader, stateDir, signal, isCopy);
    } finally {
      reader.close();
    }
  } finally {
    folder.close();
  }
}

/** `stateDir`: where the anchors lie; absent for a copy that is not the folder they are of. */
export async function checkReadAudit(
  db: SqlEngine,
  reader: Reader,
  stateDir?: string,
  signal?: AbortSignal,
  isCopy = false,
): Promise<AuditChecked> {
  const store = createAuditStore(db);
  const { workspace_id: workspaceId, ledger, stores, principal } = reader;
  const { epoch } = createServiceState(db).progress();
  const anchor = stateDir === undefined ? undefined : createAuditAnchor(stateDir).read(workspaceId, epoch);
  const opener = createEntryOpener(store, stores.adminSecrets, principal.secrets);
  try {
    return await checkAudit({
      store,
      workspaceId,
      state: ledger.state(),
      opener,
      expectVersions: () => headVersions(db),
      ...(isCopy ? {} : { stored: createStoredRows(db) }),
      seen: anchor && { seq: anchor.seq, hash: decodeHex(anchor.hash) },
      ...(signal ? { signal } : {}),
    });
  } finally {
    opener.close();
  }
}
