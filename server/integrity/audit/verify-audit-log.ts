/**
 * `srvault audit verify`: verifies the audit log of a folder with a person's keys, read-only, also beside a running
 * server.
 */

import { decodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { openVaultForReading } from '#server/integrity/open-vault-read-only.ts';
import {
  type Reader,
  type UnlockSecrets,
  unlockReadOnly,
  unlockSecretsFor,
} from '#server/integrity/unlock-read-only.ts';
import { unverifiedResult } from '#server/integrity/verify/verify-vault.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createServiceState } from '#server/storage/http/database-state-store.ts';
import { createHeadVersions, headVersions } from '#server/storage/maintenance/head-versions.ts';
import { type Clock, systemClock } from '#server/system/clock.ts';
import { createAuditAnchor } from '#server/system/config/anchors/audit-anchor.ts';
import { anchorDirFor, readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { createEntryOpener } from './entry-opener.ts';
import { type AuditChecked, verifyAuditChain } from './verify-audit-chain.ts';

export interface AuditFolderOptions {
  readonly dataDir: string;
  readonly stateDir: string;
  readonly opening: UnlockSecrets;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
}

/**
 * Opens a folder and verifies its audit log.
 * @throws credential_rejected, not_initialized, invalid_request: nothing was verified then.
 */
export async function verifyAuditLog(options: AuditFolderOptions): Promise<AuditChecked> {
  const { dataDir, opening, clock = systemClock, signal } = options;
  const layout = dataDirLayout(dataDir);
  const stateDir = anchorDirFor(options.stateDir, layout);
  const isCopy = readCopyMarker(layout) !== undefined;
  const folder = await openVaultForReading(dataDir);
  try {
    const reader = await unlockReadOnly(folder.db, clock, unlockSecretsFor(folder.layout, opening)).catch(
      (error: unknown) => {
        if (error instanceof CryptoError) return undefined;
        throw error;
      },
    );
    if (reader === undefined) {
      const { findings } = unverifiedResult();
      return { findings, entries: 0, opened: 0, first_at: null, broken_seq: null };
    }
    try {
      return await checkAuditLog(folder.db, reader, stateDir, signal, isCopy);
    } finally {
      reader.close();
    }
  } finally {
    folder.close();
  }
}

/** `stateDir`: folder of the anchors; absent for a copy that the anchors do not belong to. */
export async function checkAuditLog(
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
    return await verifyAuditChain({
      store,
      workspaceId,
      state: ledger.state(),
      opener,
      expectVersions: () => headVersions(db),
      ...(isCopy ? {} : { stored: createHeadVersions(db) }),
      seen: anchor && { seq: anchor.seq, hash: decodeHex(anchor.hash) },
      ...(signal ? { signal } : {}),
    });
  } finally {
    opener.close();
  }
}
