/**
 * Lets administrators decide on findings: restore what a backup has intact, leave it, or remove it. Nothing is
 * preselected or done without a decision. Removing needs an owner and the typed name, and is recorded in the audit log
 * first. Source: sealing design B13.
 */

import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId } from '#contract/ids.ts';
import { isUuidV7, parseNodeId, parseSecurityGroupId, type SecurityGroupId } from '#contract/ids.ts';
import type {
  FindingDecision,
  FindingDecisionBody,
  Findings,
  OpenFinding,
} from '#contract/maintenance/backups.ts';
import { FINDINGS, type Finding, type FindingCode, finding } from '#contract/maintenance/findings.ts';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireAdmin } from '#server/identity/actor/administrator.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import { blobPath } from '#server/integrity/backup/snapshot-manifest.ts';
import { checkBlobsPaged, type StoredFile } from '#server/integrity/doctor/blob-checks.ts';
import { checkConflictedCopies } from '#server/integrity/doctor/conflicted-copies.ts';
import { checkErasures, checkIntegrity } from '#server/integrity/doctor/database-checks.ts';
import { checkDisk, checkPki, checkQuarantine } from '#server/integrity/doctor/folder-checks.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createFindingsStore, type FindingRow } from '#server/storage/health/findings-store.ts';
import { createReferencedBlobs } from '#server/storage/maintenance/referenced-blobs.ts';
import { nowInstant } from '#server/system/clock.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { isNewer, newerProgram } from '#server/system/config/newest-release.ts';
import { createContentRestorer } from './restore-content.ts';

const ASK_AGAIN_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** Findings that the folder check adds and resolves; other codes belong to the services that reported them. */
const LOOKED_FOR: ReadonlySet<string> = new Set<FindingCode>([
  'database_damaged',
  'reference_broken',
  'blob_missing',
  'blob_length',
  'blob_unknown',
  'picture_damaged',
  'id_damaged',
  'conflicted_copy',
  'quarantined',
  'certificate_missing',
  'certificate_damaged',
  'certificate_ended',
  'certificate_ends_soon',
  'key_readable',
  'disk_low',
  'erasure_unfinished',
]);
const FROM_BACKUP: ReadonlySet<string> = new Set<FindingCode>([
  'blob_missing',
  'blob_length',
  'blob_damaged',
]);

export interface QuarantinePort {
  readonly take: (path: string, name: string) => Promise<void>;
  readonly restoreFile: (name: string, path: string) => Promise<void>;
  readonly remove: (name: string) => Promise<boolean>;
}

export interface FilesPort {
  readonly list: () => Iterable<StoredFile> | AsyncIterable<StoredFile>;
  /** Checks one file again; absent where that is expensive. */
  readonly lookAgain?: (blobId: string) => StoredFile | undefined;
  readonly settledAfterMs: number;
  /**
   * False with a bucket or shared folder: unreferenced files are quarantined in place, and nothing is restored from a
   * backup.
   */
  readonly isFolder: boolean;
}

export interface FindingsDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly dataDir: string;
  readonly health: FindingsPort & { readonly whenIdle: () => Promise<void> };
  readonly quarantine: QuarantinePort;
  readonly stored: FilesPort;
  readonly titleOf: (actor: Actor, nodeId: NodeId) => string | null;
  /** Returns the backup folder; null for none. */
  readonly target: () => string | null;
  /** Accepts the present rows of a group. @throws group_key_unavailable */
  readonly acceptState: (securityGroupId: SecurityGroupId) => Promise<void>;
  /** Records the decision; resolves once it is in the audit log. */
  readonly audit: (actor: Actor, decision: FindingDecision, code: string, id: string | null) => Promise<void>;
}

export interface FindingsService {
  /** Reports a newer program version found in the folder; resolves the finding once this program is as new. */
  readonly noteProgram: () => void;
  /** Reports erasures that were interrupted. */
  readonly noteErasures: () => void;
  /** Lists open findings. For administrators. @throws permission_denied */
  readonly list: (actor: Actor) => Findings;
  /** Checks the folder. @throws permission_denied */
  readonly check: (actor: Actor) => Promise<Findings>;
  /**
   * Carries out a decision.
   * @throws permission_denied, not_found, invalid_request (decision not allowed here; name not typed)
   */
  readonly decide: (actor: Actor, body: FindingDecisionBody) => Promise<Findings>;
}

export function createFindingsService(deps: FindingsDeps): FindingsService {
  const { db, core, health, quarantine, stored } = deps;
  const layout = dataDirLayout(deps.dataDir);
  const store = createFindingsStore(db);
  const expected = createReferencedBlobs(db);
  const restoreContent = createContentRestorer({ root: layout.root, expected, quarantine, health });
  let checkedAt: string | null = null;

  function list(actor: Actor): Findings {
    requireAdmin(actor);
    const items = store.list().flatMap((row) => standing(row, actor));
    return { items, checked_at: checkedAt };
  }

  function standing(row: FindingRow, actor: Actor): OpenFinding[] {
    if (!isCode(row.code)) return [];
    const { what, advice } = finding(row.code);
    const isAsked = row.kept_at === null || core.clock.nowMs() - Date.parse(row.kept_at) > ASK_AGAIN_AFTER_MS;
    return [
      {
        ...{ code: row.code, id: row.id === '' ? null : row.id, what, advice, found_at: row.found_at },
        decisions: decisionsOn(row),
        kept_at: isAsked ? null : row.kept_at,
        kept_by: isAsked ? null : row.kept_by,
        title: isUuidV7(row.id) ? deps.titleOf(actor, parseNodeId(row.id)) : null,
      },
    ];
  }

  function decisionsOn({ code, id }: Pick<FindingRow, 'code' | 'id'>): FindingDecision[] {
    if (code === 'quarantined') return isNamed(id) ? ['restore', 'keep', 'remove'] : ['keep', 'remove'];
    return stored.isFolder && FROM_BACKUP.has(code) && isUuidV7(id) ? ['restore', 'keep'] : ['keep'];
  }

  /** True when a row references the file again. */
  function isNamed(name: string): boolean {
    return isUuidV7(name) && expected.has(name);
  }

  /** A missing file resolves nothing, because it may be in another server's folder. */
  function noteProgram(): void {
    const newer = newerProgram(layout.root);
    for (const { code, id } of store.list()) {
      if (code !== 'program_outdated') continue;
      if (!isNewer(id, PROGRAM_VERSION) || (newer !== undefined && isNewer(newer, id)))
        health.resolve(code, id);
    }
    if (newer !== undefined) health.report('program_outdated', newer);
  }

  async function look(): Promise<void> {
    noteProgram();
    const nowMs = core.clock.nowMs();
    const files = await checkBlobsPaged(db, { ...stored, nowMs });
    const found = [
      ...checkIntegrity(db, false),
      ...(stored.isFolder ? files : files.map(inQuarantine)),
      ...checkPki(layout.pki, nowMs).findings,
      ...checkConflictedCopies(layout.root),
      ...checkQuarantine(layout.root),
      ...checkDisk(layout.root),
      ...checkErasures(db),
    ];
    const keys = new Set(found.map(({ code, id }) => `${code} ${id ?? ''}`));
    for (const { code, id } of found) health.report(code, id ?? '');
    for (const { code, id } of store.list())
      if (LOOKED_FOR.has(code) && isCode(code) && !keys.has(`${code} ${id}`)) health.resolve(code, id);
    await health.whenIdle();
    checkedAt = nowInstant(core.clock);
  }

  async function decide(
    actor: Actor,
    { code, id, decision, confirm }: FindingDecisionBody,
  ): Promise<Findings> {
    requireAdmin(actor);
    const row = store.list().find((known) => known.code === code && known.id === (id ?? ''));
    if (row === undefined || !isCode(row.code))
      throw new VaultError('not_found', 'This finding no longer exists. Check the folder again.');
    if (!decisionsOn(row).includes(decision))
      throw new VaultError('invalid_request', 'decision: not possible for this finding.');
    if (decision === 'remove') {
      requireOwner(core, actor);
      if (confirm !== row.id)
        throw new VaultError('invalid_request', 'confirm: type the name of the item to remove.');
    }
    await deps.audit(actor, decision, code, id);
    if (row.code === 'state_differs') {
      await deps.acceptState(parseSecurityGroupId(row.id));
      await health.whenIdle();
      return list(actor);
    }
    if (decision === 'keep') {
      const at = nowInstant(core.clock);
      await core.commits.write(() => store.updateKept(row.code, row.id, at, actor.principal_id));
      return list(actor);
    }
    if (decision === 'remove') await quarantine.remove(row.id);
    else if (row.code === 'quarantined') await putBack(row.id);
    else await restoreContent(parseNodeId(row.id), deps.target(), core.ledger.state());
    health.resolve(row.code, row.id);
    await health.whenIdle();
    return list(actor);
  }

  async function putBack(name: string): Promise<void> {
    if (!stored.isFolder) return;
    const path = join(layout.root, blobPath(name));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await quarantine.restoreFile(name, path);
  }

  return {
    noteProgram,
    noteErasures() {
      for (const { code, id } of checkErasures(db)) health.report(code, id ?? '');
    },
    list,
    async check(actor) {
      requireAdmin(actor);
      await look();
      return list(actor);
    },
    decide,
  };
}

/** Requires an owner. @throws permission_denied */
function requireOwner({ ledger }: AccessCore, actor: Actor): void {
  const groups = [...ledger.state().groups.values()];
  if (groups.some(({ members }) => members.get(actor.principal_id) === 'owner')) return;
  throw new VaultError('permission_denied', 'Only an owner can remove something for good.');
}

function inQuarantine(found: Finding): Finding {
  return found.code === 'blob_unknown' ? finding('quarantined', found.id) : found;
}

function isCode(code: string): code is FindingCode {
  return Object.hasOwn(FINDINGS, code);
}
