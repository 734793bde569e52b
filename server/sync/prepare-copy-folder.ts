/**
 * Prepares the folder of a travelling copy with everything but documents. Received data is accepted only after opening
 * it as the person who takes the copy: the list verifies from the agreed founder and the keys open. An interrupted
 * preparation continues; where its content does not fit or open, it starts again.
 * Source: clinic design, section 9.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { FolderInUseError, VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import type { SyncBootstrap } from '#contract/sync/bootstrap.ts';
import { decodeBase64Url, encodeHex } from '#crypto/bytes.ts';
import { fingerprint } from '#crypto/principals/principal-keys.ts';
import { settingsHash } from '#server/identity/core/settings-hash.ts';
import { decodeRow } from '#server/identity/requests/row-as-json.ts';
import { unlockReadOnly } from '#server/integrity/unlock-read-only.ts';
import { createAccessStores } from '#server/storage/access/access-stores.ts';
import type { GrantRow } from '#server/storage/access/membership-store.ts';
import type { SeenHeadRow, WrapRow } from '#server/storage/access/principal-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import {
  createCopyStore,
  createCopyTables,
  hasCopyTables,
} from '#server/storage/travelling-copy/copy-store.ts';
import { type Clock, nowInstant } from '#server/system/clock.ts';
import {
  type CopyMarker,
  readCopyMarker,
  writeCopyMarker,
} from '#server/system/config/folder/copy-marker.ts';
import { type DataDir, dataDirLayout, prepareDataDir } from '#server/system/config/folder/data-dir.ts';
import { tryLockFolder } from '#server/system/config/folder/folder-lock.ts';
import { generateId } from '#server/system/generate-id.ts';
import { decodePrincipal } from './travelling-copy/apply-bootstrap.ts';
import type { HomeVaultConfig } from './travelling-copy/home-vault-config.ts';

export interface CopiedGroup {
  readonly security_group_id: SecurityGroupId;
  /** Leaves out exams last changed before this instant; null takes all. */
  readonly since: string | null;
}

export interface PrepareCopyFolderOptions {
  readonly dataDir: string;
  readonly joined: HomeVaultConfig['joined'];
  readonly principal_id: PrincipalId;
  readonly passphrase: string;
  readonly frame: SyncBootstrap;
  readonly groups: readonly CopiedGroup[];
  readonly clock: Clock;
  /** Writes the folder `clinic/` (address and credential of the home vault), which is empty. */
  readonly writeClinic: () => void;
}

/** The parts of a copy in its folder. */
const PARTS = ['vault.sqlite', 'vault.sqlite-wal', 'vault.sqlite-shm', 'pki', 'blobs', 'search', 'clinic'];
/** Entries allowed in a folder that counts as empty: a mount point's own, and files made before the marker file. */
const NOTHING = new Set(['lost+found', 'lock.sqlite', 'lock.sqlite-journal', 'copy.new']);

/**
 * @throws already_initialized where the folder is not empty; FolderInUseError; protocol_error where the vault is not
 * the agreed one; CryptoError where received data does not verify
 */
export async function prepareCopyFolder(options: PrepareCopyFolderOptions): Promise<void> {
  const { dataDir, joined, frame } = options;
  const layout = dataDirLayout(dataDir);
  const begun = readCopyMarker(layout);
  if (begun?.is_whole === true || (begun === undefined && !isEmpty(layout)))
    throw new VaultError(
      'already_initialized',
      'This folder is not empty. Nothing was changed. Take the copy into a new one.',
    );
  prepareDataDir(dataDir);
  const lock = tryLockFolder(layout.lock);
  if (lock === undefined) throw new FolderInUseError();
  try {
    if (joined.workspace_id !== frame.workspace.workspace_id) throw founderMismatch();
    if (begun !== undefined && isOfTheSame(begun, options) && (await goesOn(layout, options))) return;
    await initCopyFolder(layout, options);
  } finally {
    lock.release();
  }
}

/** Writes the marker file first, so that an interrupted folder is recognised as a copy and does not open. */
async function initCopyFolder(layout: DataDir, options: PrepareCopyFolderOptions): Promise<void> {
  const { joined, frame, principal_id, clock } = options;
  const { name, founder_key } = joined;
  writeCopyMarker(layout, {
    ...{ copy_id: generateId<string>(), workspace_id: frame.workspace.workspace_id },
    ...{ name, founder_key, principal_id, taken_at: nowInstant(clock), is_whole: false },
  });
  for (const part of PARTS) rmSync(`${layout.root}/${part}`, { recursive: true, force: true });
  options.writeClinic();
  const db = createSqliteEngine(openVaultDatabase(layout.database, MIGRATIONS));
  try {
    db.begin();
    insertFrame(db, options);
    db.commit();
    await assertOpens(db, options);
  } finally {
    db.close();
  }
}

function isOfTheSame(mark: CopyMarker, { joined, principal_id }: PrepareCopyFolderOptions): boolean {
  return (
    mark.workspace_id === joined.workspace_id &&
    mark.founder_key === joined.founder_key &&
    mark.principal_id === principal_id
  );
}

/** True when the present content can be continued: same groups, at least the wanted exams, and it opens. */
async function goesOn(layout: DataDir, options: PrepareCopyFolderOptions): Promise<boolean> {
  if (!existsSync(layout.database)) return false;
  try {
    const db = createSqliteEngine(openVaultDatabase(layout.database, MIGRATIONS));
    try {
      if (!holdsWanted(db, options.groups)) return false;
      await assertOpens(db, { ...options, isKnown: true });
    } finally {
      db.close();
    }
  } catch {
    // Damaged, of a newer program, or under an older passphrase: start again.
    return false;
  }
  // Written again, because the credential may have changed.
  rmSync(layout.clinic, { recursive: true, force: true });
  options.writeClinic();
  return true;
}

function holdsWanted(db: SqlEngine, wanted: readonly CopiedGroup[]): boolean {
  if (!hasCopyTables(db)) return false;
  const begun = new Map(
    createCopyStore(db)
      .listGroups()
      .map(({ security_group_id, since }) => [security_group_id, since]),
  );
  const holds = ({ security_group_id, since }: CopiedGroup) => {
    const from = begun.get(security_group_id);
    return from === null || (from !== undefined && since !== null && from <= since);
  };
  return begun.size === wanted.length && wanted.every(holds);
}

/** Marks the copy as complete; from now on it opens. */
export function markCopyComplete(dataDir: string): void {
  const layout = dataDirLayout(dataDir);
  const mark = readCopyMarker(layout);
  if (mark !== undefined) writeCopyMarker(layout, { ...mark, is_whole: true });
}

function isEmpty({ root }: DataDir): boolean {
  return !existsSync(root) || readdirSync(root).every((name) => NOTHING.has(name));
}

function insertFrame(db: SqlEngine, { frame, principal_id, groups, clock }: PrepareCopyFolderOptions): void {
  const stores = createAccessStores(db);
  const { workspace, principals, membership } = stores;
  workspace.insertWorkspace(frame.workspace);
  workspace.updateSettings(frame.settings);
  for (const packed of frame.principals) principals.insert(decodePrincipal(packed));
  for (const packed of frame.wraps) {
    // Recovery keys are left out: they unlock only at the home vault, where the unlock is signed into the list.
    if (packed.kind === 'passphrase' && packed.principal_id === principal_id)
      principals.updateWrap(decodeRow<WrapRow>(packed, { salt: true, packed: true }));
  }
  for (const row of frame.membership) membership.insertRecord(row);
  for (const { security_group_id, name, created_at, name_salt = null } of frame.groups)
    membership.insertGroup({ security_group_id, name, created_at, name_salt });
  for (const packed of frame.grants) membership.updateGrant(decodeRow<GrantRow>(packed, { packed: true }));
  if (frame.seen_head !== null)
    principals.updateSeenHead(decodeRow<SeenHeadRow>(frame.seen_head, { mac: true }));
  if (frame.preferences !== null)
    principals.updatePreferences(principal_id, decodeBase64Url(frame.preferences));
  createCopyTables(db);
  const store = createCopyStore(db);
  store.updateState({ exchanged_at: nowInstant(clock), epoch: frame.epoch });
  for (const group of groups) store.updateGroup({ ...group, after_seq: 0, is_whole: 0, pulled_at: null });
}

interface Opening extends PrepareCopyFolderOptions {
  /** True when the stored list may be older than the received frame. */
  readonly isKnown?: boolean;
}

/** Verifies list and keys as the person who takes the copy. @throws CryptoError, credential_rejected, protocol_error */
async function assertOpens(
  db: SqlEngine,
  { joined, frame, passphrase, principal_id, groups, clock, isKnown = false }: Opening,
): Promise<void> {
  const { ledger, principal, close } = await unlockReadOnly(db, clock, { passphrase, principal_id });
  try {
    const state = ledger.state();
    const founder = ledger.recordAt(1)?.principal_id;
    const keys = founder === undefined ? undefined : state.principals.get(founder)?.public_keys;
    if (keys === undefined || encodeHex(fingerprint(keys)) !== joined.founder_key) throw founderMismatch();
    if (!isKnown && state.settings_sha256 !== null && settingsHash(frame.settings) !== state.settings_sha256)
      throw new VaultError(
        'protocol_error',
        'The settings received are not the signed ones, so the copy was not made. Check the vault (srvault verify).',
      );
    for (const { security_group_id } of groups) {
      if (principal.keyRing.hasGroupKey(security_group_id)) continue;
      throw new VaultError(
        'permission_denied',
        'You are not a member of one of the groups to take along. Leave it out.',
      );
    }
  } finally {
    close();
  }
}

function founderMismatch(): VaultError {
  return new VaultError(
    'protocol_error',
    'The vault that answered has another founder than agreed. Nothing was kept. Check the address and the founder’s key.',
  );
}
