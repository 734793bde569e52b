/** The audit log of a folder, served or not, checked with a person's keys. Reads only. */

import { decodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { type Clock, systemClock } from './access/clock.ts';
import { type AuditChecked, checkAudit } from './audit/check-audit.ts';
import { createEntryOpener } from './audit/entry-opener.ts';
import { createAuditAnchor } from './config/audit-anchor.ts';
import { readCopyMark, stateDirFor } from './config/copy-mark.ts';
import { dataDirLayout } from './config/data-dir.ts';
import { createAuditStore } from './db/audit/audit-store.ts';
import type { SqlEngine } from './db/engine/sql-engine.ts';
import { createStoredRows, headVersions } from './db/evidence/head-versions.ts';
import { createServiceState } from './db/http/service-state.ts';
import { openVaultForReading } from './evidence/folder.ts';
import { type Opening, openingOf, type Reader, unlockForReading } from './evidence/unlock-for-reading.ts';
import { unverifiable } from './evidence/verify/verify-vault.ts';

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
