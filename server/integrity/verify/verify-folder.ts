/** `srvault verify` for a folder or a restored backup: connects the checks of documents, files and keys. Read-only. */

import { FILE_MAX_BYTES } from '#contract/limits.ts';
import type { Finding, FindingCode } from '#contract/maintenance/findings.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { createDocumentChecks } from '#server/documents/reads/check-document.ts';
import { outboxKeyOf } from '#server/documents/reads/derived-keys.ts';
import type { BlobStore } from '#server/drives/blobs/blob-store.ts';
import { createFileBlobs } from '#server/drives/blobs/on-disk/file-blobs.ts';
import type { DrivesDeps } from '#server/drives/drives-ports.ts';
import { createInboxChecks } from '#server/drives/inbox/verify-inbox-item.ts';
import { createNodeChecks } from '#server/drives/verify-node.ts';
import { createMessageChecks } from '#server/exchange/outbox/check-message.ts';
import { checkAuditLog } from '#server/integrity/audit/verify-audit-log.ts';
import { type Examination, examineFolder } from '#server/integrity/doctor/examine-folder.ts';
import { whyUnreadable } from '#server/integrity/doctor/why-unreadable.ts';
import { openBlobStoreForReading } from '#server/integrity/open-blob-store.ts';
import {
  NEWEST_SCHEMA,
  openFolderForReading,
  openVaultForReading,
  type ReadFolder,
} from '#server/integrity/open-vault-read-only.ts';
import {
  type Reader,
  type UnlockSecrets,
  unlockReadOnly,
  unlockSecretsFor,
  whileUnlocking,
} from '#server/integrity/unlock-read-only.ts';
import { createCommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { isRemoteOnlyBlob } from '#server/storage/travelling-copy/copy-nodes-store.ts';
import { type Clock, systemClock } from '#server/system/clock.ts';
import { allSettledOrThrow } from '#server/system/concurrency/map-with-concurrency.ts';
import { readDatabaseAddress } from '#server/system/config/database-address.ts';
import { anchorDirOf, readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { type DataDir, dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { generateId } from '#server/system/generate-id.ts';
import { checkAuthorities } from './authority-checks.ts';
import { startVerifyHelper, type VerifyHelper, withFallback } from './verify-helper.ts';
import {
  distinct,
  isSqliteError,
  pageChecker,
  unverifiedResult,
  type Verified,
  type VerifyOptions,
  verifyRows,
  type Walks,
} from './verify-vault.ts';

export interface VerifyFolderOptions extends VerifyOptions {
  readonly dataDir: string;
  readonly stateDir: string;
  readonly opening: UnlockSecrets;
  readonly clock?: Clock;
  /** Uses a second thread; by default only for large vaults. */
  readonly isHelped?: boolean;
}

/** Below these sizes a second thread costs more than it gains. */
const HELPED_FROM = { objects: 1_000, bytes: 64 * 1024 * 1024 };

/**
 * Verifies a folder with a person's keys.
 * @throws credential_rejected, not_initialized, invalid_request, protocol_error: nothing was verified then.
 */
export async function verifyFolder(options: VerifyFolderOptions): Promise<Verified> {
  const { dataDir, stateDir, clock = systemClock } = options;
  const mark = readCopyMarker(dataDirLayout(dataDir));
  const ofFolder = { isCopy: mark !== undefined, stateDir: anchorDirOf(stateDir, mark) };
  const elsewhere = readDatabaseAddress(dataDirLayout(dataDir));
  // An unreachable database is an error and no finding, because nothing was verified.
  const folder = elsewhere === undefined ? tryOpen(dataDir) : await openVaultForReading(dataDir);
  const look = () =>
    examineFolder({ dataDir, stateDir, nowMs: clock.nowMs(), isThorough: true, opened: folder });
  const nothing = (...findings: Finding[]) => ({ ...unverifiedResult(), findings });
  if (folder === undefined) return withExamination(nothing(), look());
  let examination: Examination | undefined;
  try {
    if (folder.schema > NEWEST_SCHEMA) return withExamination(nothing(), look());
    const verified = await verifyDatabase(folder, { ...options, ...ofFolder, clock }, () => {
      examination = look();
    });
    return withExamination(verified, examination ?? look());
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return withExamination(nothing(whyUnreadable(error)), examination ?? look());
  } finally {
    folder.close();
  }
}

/** `meanwhile` runs while another thread derives the key from the passphrase, so that neither waits. */
async function verifyDatabase(
  folder: ReadFolder,
  { dataDir, opening, stateDir, clock = systemClock, isHelped, ...options }: VerifyFolderOptions,
  meanwhile: () => void,
): Promise<Verified> {
  const { db, layout } = folder;
  // With an older schema each thread would migrate a copy in memory.
  const isWorthIt = folder.schema === NEWEST_SCHEMA && (isHelped ?? isLarge(db));
  const helper = isWorthIt ? startVerifyHelper({ dataDir }) : undefined;
  const end = () => void helper?.end();
  options.signal?.addEventListener('abort', end);
  try {
    const unlocking = unlockReadOnly(db, clock, unlockSecretsFor(layout, opening)).catch((error: unknown) => {
      if (error instanceof CryptoError) return undefined;
      throw error;
    });
    const { reader } = await whileUnlocking(unlocking, meanwhile);
    if (reader === undefined) return unverifiedResult();
    helper?.unlock(reader.principal.principal_id, reader.principal.secrets.principalKey);
    return await verifyOpened(folder, reader, clock, { ...options, stateDir }, helper);
  } finally {
    options.signal?.removeEventListener('abort', end);
    await helper?.end();
  }
}

async function verifyOpened(
  { db, layout }: ReadFolder,
  reader: Reader,
  clock: Clock,
  options: VerifyOptions & { readonly stateDir: string },
  helper: VerifyHelper | undefined,
): Promise<Verified> {
  const blobs = await openBlobs(layout, reader, clock);
  const walks = walksOver(db, blobs, reader, clock);
  const helping =
    helper && withFallback(helper, pageChecker(walks, reader.principal.keyRing, options.signal));
  try {
    const [{ findings }, verified] = await allSettledOrThrow([
      checkAuditLog(db, reader, options.stateDir, options.signal, options.isCopy),
      verifyRows(db, reader, walks, options, helping),
    ]);
    const authorities = checkAuthorities(db, reader, layout.pki, options.isCopy === true);
    return { ...verified, findings: [...verified.findings, ...authorities, ...findings] };
  } finally {
    await blobs.close();
    reader.close();
  }
}

function isLarge(db: SqlEngine): boolean {
  const rows = db
    .prepare<[], { objects: number; bytes: number }>(
      `SELECT (SELECT count(*) FROM documents) + (SELECT count(*) FROM drive_nodes) AS objects,
         (SELECT coalesce(sum(size), 0) FROM drive_nodes) AS bytes`,
    )
    .get();
  return rows !== undefined && (rows.objects >= HELPED_FROM.objects || rows.bytes >= HELPED_FROM.bytes);
}

/** Opens the sealed files in any storage, read-only. */
export async function openBlobs(
  layout: DataDir,
  { workspace_id }: Pick<Reader, 'workspace_id'>,
  clock: Clock,
): Promise<BlobStore> {
  const ofBucket = { workspaceId: () => workspace_id, clock, onFailure: () => undefined };
  return (await openBlobStoreForReading(layout, ofBucket)) ?? createFileBlobs(layout.root);
}

export function walksOver(
  db: SqlEngine,
  blobs: BlobStore,
  reader: Pick<Reader, 'workspace_id'>,
  clock: Clock,
): Walks {
  const workspaceId = () => reader.workspace_id;
  const documents = createDocumentChecks(db, workspaceId);
  const isAway = isRemoteOnlyBlob(db);
  const drives: DrivesDeps = {
    db,
    commits: createCommitQueue(db),
    clock,
    workspaceId,
    settings: () => ({ max_file_bytes: FILE_MAX_BYTES, storage_credit_bytes: null }),
    newId: generateId,
    blobs,
    findExamGroup: () => undefined,
    findInboxKey: () => undefined,
    isAtClinic: isAway && ((node_id) => isAway({ node_id, kind: 'content' })),
    // Findings are returned at the end; a folder under verification is not written to.
    findings: { report: () => undefined, resolve: () => undefined },
    turns: { giveWay: async () => undefined },
  };
  const files = createNodeChecks(drives);
  const received = createInboxChecks(drives);
  const messages = createMessageChecks(db, workspaceId, (keyRing, exam) =>
    outboxKeyOf(reader.workspace_id, keyRing, exam),
  );
  return {
    documents: {
      count: counter(db, 'documents'),
      listIdsAfter: documents.listIdsAfter,
      async check(keyRing, id) {
        const outcome = documents.check(keyRing, id);
        return outcome && { findings: outcome.findings, items: outcome.versions };
      },
    },
    files: {
      count: counter(db, 'drive_nodes'),
      listIdsAfter: files.listIdsAfter,
      async check(keyRing, id, onBytes) {
        const findings = await files.check(keyRing, id, onBytes);
        return findings && { findings, items: 1 };
      },
    },
    received: {
      count: counter(db, 'inbox_items'),
      listIdsAfter: received.listIdsAfter,
      async check(keyRing, id, onBytes) {
        const findings = await received.check(keyRing, id, onBytes);
        return findings && { findings, items: 1 };
      },
    },
    messages: {
      count: counter(db, 'outbox_messages'),
      listIdsAfter: messages.listIdsAfter,
      async check(keyRing, id) {
        const findings = messages.check(keyRing, id);
        return findings && { findings, items: 1 };
      },
    },
  };
}

function counter(
  db: SqlEngine,
  table: 'documents' | 'drive_nodes' | 'inbox_items' | 'outbox_messages',
): () => number {
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck();
  return () => count.get() ?? 0;
}

/** Findings about the vault's surroundings, which the doctor reports. */
const SURROUNDINGS: ReadonlySet<FindingCode> = new Set([
  'key_readable',
  'disk_low',
  'clock_behind',
  'certificate_ended',
  'certificate_ends_soon',
]);

function withExamination(verified: Verified, { findings }: Examination): Verified {
  const inside = findings.filter(({ code }) => !SURROUNDINGS.has(code));
  return { ...verified, findings: distinct([...verified.findings, ...inside]) };
}

function tryOpen(dataDir: string): ReadFolder | undefined {
  try {
    return openFolderForReading(dataDir);
  } catch {
    return undefined;
  }
}
