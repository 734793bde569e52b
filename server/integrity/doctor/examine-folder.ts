/**
 * `srvault doctor`: every check of a folder that needs no passphrase. Read-only, also beside a running server; one
 * damaged part never stops the other checks. Source: choices, "Second part" (Command line).
 */
import { existsSync } from 'node:fs';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import {
  NEWEST_SCHEMA,
  openFolderForReading,
  type ReadFolder,
} from '#server/integrity/open-vault-read-only.ts';
import { createWorkspaceStore } from '#server/storage/access/workspace-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { type CertificateRow, createCertificatesStore } from '#server/storage/http/certificates-store.ts';
import { createServiceState } from '#server/storage/http/database-state-store.ts';
import { blobStoreKind } from '#server/system/config/blob-store-address.ts';
import { readDatabaseAddress } from '#server/system/config/database-address.ts';
import { anchorDirOf, type CopyMarker, readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { type DataDir, dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { isHomeVaultConfigComplete } from '#server/system/config/folder/home-vault-files.ts';
import { listLeftoverFiles } from '#server/system/config/folder/leftover-files.ts';
import { listUpgradeCopies } from '#server/system/config/folder/upgrade-copies.ts';
import { newerProgram } from '#server/system/config/newest-release.ts';
import { checkFolderBlobs, SERVED_SETTLED_AFTER_MS } from './blob-checks.ts';
import { checkConflictedCopies } from './conflicted-copies.ts';
import { checkAnchor, checkClock, checkErasures, checkIntegrity } from './database-checks.ts';
import { checkDisk, checkPki, checkQuarantine, freeBytes, olderCaIn } from './folder-checks.ts';
import { isForbidden } from './is-read-forbidden.ts';
import { notReadable, whyUnreadable } from './why-unreadable.ts';

/** Line of the doctor's report. */
export interface Examined {
  readonly name:
    | 'copy'
    | 'copies'
    | 'database'
    | 'program'
    | 'upgrades'
    | 'places'
    | 'schema'
    | 'history'
    | 'certificates'
    | 'files'
    | 'quarantine'
    | 'erasures'
    | 'disk'
    | 'clock';
  /** The result in English; ids, counts and days only. */
  readonly what: string;
  readonly findings: readonly Finding[];
}

export interface Examination {
  readonly is_served: boolean;
  readonly checks: readonly Examined[];
  readonly findings: readonly Finding[];
}

export interface ExamineOptions {
  readonly dataDir: string;
  /** The folder of the anchors. */
  readonly stateDir: string;
  readonly nowMs: number;
  /** Compares database pages with their indexes, not pages alone. */
  readonly isThorough?: boolean;
  /** Opened here unless given; a PostgreSQL database is checked only if given. */
  readonly opened?: ReadFolder | undefined;
}

export function examineFolder(options: ExamineOptions): Examination {
  const layout = dataDirLayout(options.dataDir);
  const checks: Examined[] = [];
  const add = (name: Examined['name'], what: string, findings: readonly Finding[] = []) =>
    void checks.push({ name, what, findings });
  const newer = newerProgram(layout.root);
  add('program', newer === undefined ? PROGRAM_VERSION : `${PROGRAM_VERSION}; ${newer} is out`);
  const stateDir = examineCopy(layout, options.stateDir, add);
  const { isServed, issued } = examineDatabase({ ...options, stateDir }, add);
  const pki = checkPki(layout.pki, options.nowMs);
  const days = pki.certificates.map(({ name, days_left }) => `${name} ${days_left} days`).join(', ');
  const older = olderCaIn(layout.pki, issued, options.nowMs);
  const what = days === '' ? 'none can be read' : days;
  add('certificates', older === undefined ? what : `${what}; ${older}`, pki.findings);
  const upgrades = isForbidden(layout.upgrades) ? [] : listUpgradeCopies(layout);
  if (upgrades.length > 0) {
    const told = upgrades.map(({ schema, made_at }) => `schema ${schema} until ${made_at}`).join(', ');
    add('upgrades', `${told}: kept for the way back, until something is purged or 30 days are over`);
  }
  const quarantined = checkQuarantine(layout.root);
  add('quarantine', `${quarantined.length} in quarantine`, quarantined);
  if (existsSync(layout.root)) {
    const copies = checkConflictedCopies(layout.root);
    if (copies.length > 0) add('copies', `${copies.length} conflicted`, copies);
    add('disk', `${Math.floor(freeBytes(layout.root) / 2 ** 20)} MiB free`, checkDisk(layout.root));
  }
  return { is_served: isServed, checks, findings: checks.flatMap(({ findings }) => findings) };
}

type Add = (name: Examined['name'], what: string, findings?: readonly Finding[]) => void;

/** Examines a travelling copy's marker. @returns the folder of this vault's anchors. */
function examineCopy(layout: DataDir, stateDir: string, add: Add): string {
  let mark: CopyMarker | undefined;
  try {
    mark = readCopyMarker(layout);
  } catch {
    add('copy', 'a travelling copy', [finding('copy_damaged')]);
    return stateDir;
  }
  if (mark === undefined) return stateDir;
  add('copy', `of workspace ${mark.workspace_id}, taken ${mark.taken_at}`, [
    ...(mark.is_whole ? [] : [finding('copy_unfinished')]),
    ...(isHomeVaultConfigComplete(layout) ? [] : [finding('clinic_damaged')]),
  ]);
  return anchorDirOf(stateDir, mark);
}

interface DatabaseSeen {
  /** True when another process has the folder open. */
  readonly isServed: boolean;
  readonly issued: readonly CertificateRow[];
}

function examineDatabase(options: ExamineOptions, add: Add): DatabaseSeen {
  const layout = dataDirLayout(options.dataDir);
  if (readDatabaseAddress(layout) !== undefined) {
    if (options.opened === undefined)
      add('database', 'in PostgreSQL, not looked into here; «srvault verify» opens its rows');
    else examineRows(options.opened, options, add);
    return { isServed: options.opened?.isServed ?? false, issued: [] };
  }
  if (!existsSync(layout.database)) {
    add('database', 'not there', [whyMissing(layout)]);
    return { isServed: false, issued: [] };
  }
  let folder = options.opened;
  try {
    folder ??= openFolderForReading(options.dataDir);
    examineRows(folder, options, add);
    const { db, isServed } = folder;
    return { isServed, issued: createCertificatesStore(db).listCertificates() };
  } catch (error) {
    add('database', 'cannot be read', [whyUnreadable(error)]);
    return { isServed: folder?.isServed ?? false, issued: [] };
  } finally {
    if (options.opened === undefined) folder?.close();
  }
}

/** Distinguishes a folder without read permission from an empty folder without a vault. */
function whyMissing(layout: DataDir): Finding {
  if (isForbidden(layout.root)) return notReadable('EACCES');
  return finding(listLeftoverFiles(layout).length > 0 ? 'database_missing' : 'vault_missing');
}

function examineRows({ db, schema, layout, isServed }: ReadFolder, options: ExamineOptions, add: Add): void {
  if (schema > NEWEST_SCHEMA) {
    add('schema', `schema ${schema}, this program knows ${NEWEST_SCHEMA}`, [finding('database_newer')]);
    return;
  }
  add(
    'schema',
    schema === NEWEST_SCHEMA
      ? `schema ${schema}`
      : `schema ${schema}, brought up to date at the next start, after a copy of the database`,
  );
  const damage = checkIntegrity(db, options.isThorough ?? false);
  const closed = createServiceState(db).isClean()
    ? 'closed cleanly'
    : isServed
      ? 'being served'
      : 'not closed cleanly, as after a power cut';
  add('database', damage.length === 0 ? `sound, ${closed}` : 'damaged', damage);
  const workspace = createWorkspaceStore(db).findWorkspace();
  if (workspace === undefined) {
    add('history', 'no vault has been made in this folder yet', [finding('vault_missing')]);
    return;
  }
  const { epoch, commit_count } = createServiceState(db).progress();
  const rolledBack = checkAnchor(db, workspace.workspace_id, options.stateDir);
  add('history', `epoch ${epoch}, ${commit_count} commits`, rolledBack);
  const erasures = checkErasures(db);
  if (erasures.length > 0) add('erasures', `${erasures.length} not ended`, erasures);
  const elsewhere = blobStoreKind(layout);
  if (elsewhere !== undefined) add('files', `in ${elsewhere}, which the running server looks over`);
  else examineFiles(db, layout.root, isServed, options, add);
  const clock = checkClock(db, options.nowMs);
  add('clock', clock.what, clock.findings);
}

function examineFiles(db: SqlEngine, root: string, isServed: boolean, { nowMs }: ExamineOptions, add: Add) {
  const settledAfterMs = isServed ? SERVED_SETTLED_AFTER_MS : undefined;
  const files = checkFolderBlobs(db, root, { settledAfterMs, nowMs });
  add(
    'files',
    `${files.length === 0 ? 'every' : 'not every'} row has its file and every file its row`,
    files,
  );
}
