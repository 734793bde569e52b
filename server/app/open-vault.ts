/**
 * Opens a data folder for this process alone: lock, self-test, database, roll-back check, PKI, services. The server
 * adds sockets; set-up commands of the command line use it directly.
 * Source: sealing design B1, B5, B8; choices, "Transport and client certificates".
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { DEFAULT_PORT } from '#contract/limits.ts';
import { generateStateKey } from '#crypto/history/state-token.ts';
import { runSelfTest } from '#crypto/self-test.ts';
import { readHandoverPage } from '#server/exchange/handover-page.ts';
import { createPki, type Pki } from '#server/identity/enrollment/certificate-issuer.ts';
import { copyCertificatesNeedRenewal } from '#server/identity/enrollment/copy-certificates.ts';
import { createPkiFiles } from '#server/identity/enrollment/pki-files.ts';
import type { Launcher } from '#server/imaging/processing/sandbox/launch-sandbox.ts';
import {
  assertContinuesAnchor,
  compareWithAnchor,
  nextEpoch,
} from '#server/integrity/history/anchor-check.ts';
import { type CommitHistory, createCommitHistory } from '#server/integrity/history/commit-history.ts';
import type { StateWitness } from '#server/integrity/history/state-witness.ts';
import { assertBlobStoreMatches, openBlobStore, type VaultFiles } from '#server/integrity/open-blob-store.ts';
import { createWorkspaceStore } from '#server/storage/access/workspace-store.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createEpochStore } from '#server/storage/history/epoch-store.ts';
import { createAuthoritiesStore } from '#server/storage/http/authorities-store.ts';
import { createCertificatesStore } from '#server/storage/http/certificates-store.ts';
import { createServiceState, type ServiceState } from '#server/storage/http/database-state-store.ts';
import { hasCopyTables } from '#server/storage/travelling-copy/copy-store.ts';
import { readHomeVaultConfig } from '#server/sync/travelling-copy/home-vault-config.ts';
import { type Clock, systemClock } from '#server/system/clock.ts';
import { createFounderAnchor } from '#server/system/config/anchors/founder-anchor.ts';
import { createRollbackAnchor } from '#server/system/config/anchors/rollback-anchor.ts';
import { readDatabaseAddress } from '#server/system/config/database-address.ts';
import { disableCoreDumps } from '#server/system/config/disable-core-dumps.ts';
import { readEnvironment } from '#server/system/config/env.ts';
import { anchorDirOf, readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { type DataDir, dataDirLayout, prepareDataDir } from '#server/system/config/folder/data-dir.ts';
import { createDiskReserve } from '#server/system/config/folder/disk-reserve.ts';
import { lockFolder } from '#server/system/config/folder/folder-lock.ts';
import { assertOwnVault } from '#server/system/config/folder/folder-owner.ts';
import { assertNoLeftoverRecords } from '#server/system/config/folder/leftover-files.ts';
import { assertNotMoved } from '#server/system/config/folder/migration-markers.ts';
import { anchoredCommits, anchorOfAudit } from './anchored-commits.ts';
import { assertDatabaseMatches, openEngine, type Upgraded } from './open-engine.ts';
import { createServices, type Services } from './services/services.ts';
import { createVaultStateWitness } from './services/state-witness-wiring.ts';
import type { CopyOrigin } from './services/travelling-copy-services.ts';
import { assertClock, assertIntact } from './startup-checks.ts';

export interface OpenVaultOptions {
  readonly dataDir: string;
  /** PostgreSQL address for the rows; default is the folder's own database, or the stored address. */
  readonly store?: string | undefined;
  /** Bucket for the sealed files; default is the folder, or the stored address. */
  readonly blobs?: string | undefined;
  /** Host names for the server's certificate; undefined keeps the present ones. */
  readonly hosts?: readonly string[];
  /** True for the new folder of one more server: an administrator's unlock creates its certificates. */
  readonly joins?: boolean;
  /** Refuses a folder without a vault. */
  readonly isExisting?: boolean;
  /** Opens an incomplete travelling copy, while it is being created. */
  readonly takesCopy?: boolean;
  /** Continues although the folder was set back to an older state. */
  readonly acceptRollback?: boolean;
  /** Migrates the schema without a backup of the older database. */
  readonly withoutCopy?: boolean;
  readonly clock?: Clock;
  readonly launchSandbox?: Launcher;
  /** Folder of the anchors; default is the user's state directory. */
  readonly stateDir?: string;
  /** The server's address, once it listens; default is the default port's. */
  readonly baseUrl?: () => string;
  readonly onBackgroundFailure?: (what: string, error: unknown) => void;
  /** Called after a vault of an older program was migrated. */
  readonly onUpgraded?: (upgraded: Upgraded) => void;
  /** Folder of the built interface, which includes the page for hand-overs. */
  readonly uiDir?: string;
}

export interface OpenVault {
  readonly services: Services;
  readonly pki: Pki;
  readonly dataDir: DataDir;
  readonly commits: CommitQueue;
  /** True while the disk is full: requests that need space must be refused. */
  readonly isShortOfRoom: () => boolean;
  readonly stateWitness: StateWitness;
  /** Locks every session, checkpoints and unlocks the folder. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the vault in a data folder.
 * @throws protocol_error when the folder is in use, set back, damaged, without its database, or of a newer version.
 */
export async function openVault(given: OpenVaultOptions): Promise<OpenVault> {
  disableCoreDumps();
  await runSelfTest();
  const clock = given.clock ?? systemClock;
  assertNotMoved(dataDirLayout(given.dataDir));
  assertOwnVault(dataDirLayout(given.dataDir));
  const copyOf = readCopyOf(given);
  const options = {
    ...given,
    stateDir: anchorDirOf(given.stateDir ?? readEnvironment().stateDir, copyOf?.mark),
  };
  assertDatabaseMatches(dataDirLayout(options.dataDir), options.store);
  assertBlobStoreMatches(dataDirLayout(options.dataDir), options.blobs);
  const dataDir = prepareDataDir(options.dataDir);
  const reserve = createDiskReserve(dataDir.root);
  reserve.releaseIfNeededToStart();
  const lock = lockFolder(dataDir.lock);
  let db: SqlEngine | undefined;
  let files: VaultFiles | undefined;
  try {
    const isOneOfSeveral = (options.store ?? readDatabaseAddress(dataDir)) !== undefined;
    db = await openEngine(dataDir, options.store, { ...options, isOneOfSeveral, nowMs: clock.nowMs() });
    if (isOneOfSeveral && clock === systemClock) assertClock(db, clock);
    if (!isOneOfSeveral && copyOf === undefined && hasCopyTables(db))
      throw new VaultError(
        'protocol_error',
        'The marker file of this travelling copy is missing. Nothing was changed. Restore it from a backup of the copy, or take the copy again into a new folder.',
      );
    const state = createServiceState(db);
    if (!state.isClean()) assertIntact(db);
    const workspaceOf = createWorkspaceStore(db);
    const workspaceId = () => workspaceOf.findWorkspace()?.workspace_id;
    if (workspaceId() === undefined) {
      if (options.joins === true || options.isExisting === true)
        throw new VaultError(
          'not_initialized',
          'There is no vault in this database yet. Create one with «srvault init».',
        );
      assertNoLeftoverRecords(dataDir);
    }
    files = await openBlobStore(dataDir, options.blobs, {
      ...{ db, workspaceId, clock, isOneOfSeveral },
      onFailure: (error) => options.onBackgroundFailure?.('bucket', error),
    });
    const auditAnchor = anchorOfAudit(db, state, options.stateDir);
    const history = createCommitHistory(db, isOneOfSeveral);
    const commits = anchoredCommits({
      ...{ db, history, workspaceId, reserve, stateDir: options.stateDir },
      writeAuditAnchor: auditAnchor.write,
      onBackgroundFailure: options.onBackgroundFailure,
    });
    // Read before this run writes audit entries, because the end of the former run is needed.
    const lastKnownMs = createAuditStore(db).lastInstantMs();
    beginRun({ db, commits, state, isOneOfSeveral }, workspaceId(), options);
    const pki = await createPki({
      lastKnownMs,
      files: createPkiFiles(dataDir.pki),
      store: { ...createCertificatesStore(db), ...createAuthoritiesStore(db) },
      commits,
      clock,
      hosts: options.hosts,
      isInitialized: workspaceId() !== undefined && !makesOwnCertificates(copyOf, dataDir, clock),
      isOneOfSeveral,
      joins: options.joins === true,
    });
    if (copyOf !== undefined) pki.forgetCaKey();
    const services = createServices({
      db,
      commits,
      history,
      clock,
      pki,
      dataDir: dataDir.root,
      files,
      copyOf,
      founderAnchor: createFounderAnchor(options.stateDir),
      launchSandbox: options.launchSandbox,
      seenAuditHead: auditAnchor.read,
      baseUrl: options.baseUrl ?? (() => `https://127.0.0.1:${DEFAULT_PORT}`),
      dictionaryFolders: readEnvironment().dictionaryFolders,
      handoverPage: () => readHandoverPage(options.uiDir),
      ...(options.onBackgroundFailure ? { onBackgroundFailure: options.onBackgroundFailure } : {}),
    });
    const stateWitness = createVaultStateWitness({ db, history, services }, workspaceId, options);
    await services.sweepAtStart();
    if (isOneOfSeveral) services.besideOthers.start();
    commits.writeNow(() => services.audit.recordVault('vault_opened'));
    const endHolding = reserve.keepAllocated((error) => options.onBackgroundFailure?.('disk reserve', error));
    function release(): void {
      endHolding();
      lock.release();
    }
    return {
      ...{ services, pki, dataDir, commits },
      isShortOfRoom: reserve.isShort,
      stateWitness,
      close: closer({ db, commits, state, services, history }, release, options.onBackgroundFailure),
    };
  } catch (error) {
    await files?.blobs.close();
    db?.close();
    lock.release();
    throw error;
  }
}

/**
 * Reads the origin of a travelling copy; undefined where the folder has none. @throws protocol_error,
 * invalid_request
 */
function readCopyOf({ dataDir, store, blobs, takesCopy = false }: OpenVaultOptions): CopyOrigin | undefined {
  const layout = dataDirLayout(dataDir);
  const mark = readCopyMarker(layout);
  if (mark === undefined) return undefined;
  if (store !== undefined || blobs !== undefined)
    throw new VaultError(
      'invalid_request',
      'A travelling copy keeps everything in its own folder. Start it without --store and --blobs.',
    );
  if (!mark.is_whole && !takesCopy)
    throw new VaultError('protocol_error', 'The copy is incomplete. Run the same «srvault travel take».');
  return { mark, place: readHomeVaultConfig(layout.root) };
}

/**
 * True for a travelling copy, whose CA key is discarded: its certificates are issued with the copy, and renewed before
 * expiry.
 */
function makesOwnCertificates(copyOf: CopyOrigin | undefined, { pki }: DataDir, clock: Clock): boolean {
  return copyOf !== undefined && copyCertificatesNeedRenewal(createPkiFiles(pki), clock.nowMs());
}

/** Marks the run as started. @throws protocol_error when the folder was set back and that is not accepted. */
function beginRun(
  {
    db,
    commits,
    state,
    isOneOfSeveral,
  }: Pick<Closing, 'db' | 'commits' | 'state'> & { isOneOfSeveral: boolean },
  workspaceId: WorkspaceId | undefined,
  {
    stateDir,
    acceptRollback = false,
  }: Pick<OpenVaultOptions, 'acceptRollback'> & { readonly stateDir: string },
): void {
  const anchor = createRollbackAnchor(stateDir);
  const known = workspaceId && anchor.read(workspaceId);
  const epochs = createEpochStore(db);
  const standing = known === undefined ? 'goes_on' : compareWithAnchor(db, known);
  if (known && !acceptRollback) assertContinuesAnchor(db, known);
  // When another server of the vault has already started an epoch, this one joins it: a further epoch would refuse that
  // server.
  const isBegunAnew = standing === 'behind' || (standing === 'unknown_epoch' && !isOneOfSeveral);
  commits.writeNow(() => {
    state.markClean(false);
    if (known && isBegunAnew) epochs.begin(nextEpoch(db, known));
    if (epochs.findStateKey() === undefined) epochs.putStateKey(generateStateKey());
  });
}

interface Closing {
  readonly db: SqlEngine;
  readonly commits: CommitQueue;
  readonly state: ServiceState;
  readonly services: Services;
  readonly history: CommitHistory;
}

function closer(
  { db, commits, state, services, history }: Closing,
  unlock: () => void,
  onBackgroundFailure: OpenVaultOptions['onBackgroundFailure'],
): () => Promise<void> {
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    try {
      await services.close();
      commits.writeNow(() => {
        services.audit.recordVault('vault_closed');
        state.markClean(true);
      });
      commits.close();
    } catch (error) {
      // The other servers continue, or every request got this error: nothing is lost.
      if (!history.isOneOfSeveral) throw error;
      onBackgroundFailure?.('closing', error);
    } finally {
      db.close();
      unlock();
    }
  }
  return () => {
    closing ??= close();
    return closing;
  };
}
