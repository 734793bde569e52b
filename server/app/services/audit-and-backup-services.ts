/**
 * Composes audit log, backups, findings and the erasure of patients. Every change, backup, decision and erasure is
 * recorded in the audit log.
 */

import { isUuidV7, parseDocumentId, parseNodeId } from '#contract/ids.ts';
import type { DocumentsService } from '#server/documents/documents-service.ts';
import type { DrivesService } from '#server/drives/drives-service.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { createSigning } from '#server/identity/core/sign-as-principal.ts';
import type { SessionsService } from '#server/identity/sessions/sessions-service.ts';
import type { FilingService } from '#server/imaging/filing/filing-service.ts';
import { createAuditService } from '#server/integrity/audit/audit-service.ts';
import { createCutCheck } from '#server/integrity/audit/cut-check.ts';
import { createBackupSteps } from '#server/integrity/backup/backup-folder.ts';
import { createBackupsService } from '#server/integrity/backup/backups-service.ts';
import { createErasureProgress } from '#server/integrity/erasure/erasure-progress.ts';
import { createErasureService } from '#server/integrity/erasure/erasure-service.ts';
import { createErasureStatements } from '#server/integrity/erasure/erasure-statements.ts';
import { createRemoveFiles } from '#server/integrity/erasure/remove-files.ts';
import { createFindingsService } from '#server/integrity/findings/findings-service.ts';
import type { FindingsRecorder } from '#server/integrity/findings/record-findings.ts';
import type { StateCheck } from '#server/integrity/history/state-check.ts';
import type { VaultFiles } from '#server/integrity/open-blob-store.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createOutboxStore } from '#server/storage/exchange/outbox-store.ts';
import type { Clock } from '#server/system/clock.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { removeUpgradeCopies } from '#server/system/config/folder/upgrade-copies.ts';
import { deleteBackupsAfterPurges } from './delete-backups-after-purges.ts';

export type EvidenceServices = ReturnType<typeof createEvidenceServices>;

interface EvidenceDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly files: VaultFiles;
  readonly health: FindingsRecorder;
  readonly stateCheck: StateCheck;
  readonly documents: DocumentsService;
  readonly drives: DrivesService;
  readonly sessions: SessionsService;
  readonly filing: Pick<FilingService, 'toMatch'>;
  /** The audit log's head from the anchor outside the folder. */
  readonly seenAuditHead: Parameters<typeof createAuditService>[0]['seenHead'];
  /** Reports failures of background work. */
  readonly failed: (what: string) => (error: unknown) => void;
}

export function createEvidenceServices(deps: EvidenceDeps) {
  const { db, core, clock, dataDir, health, stateCheck, documents, drives, sessions, failed } = deps;
  const audit = createAuditService({
    db,
    core,
    titleOf(actor, { type, id }) {
      if (!isUuidV7(id)) return undefined;
      return type === 'node'
        ? drives.titleOf(actor, parseNodeId(id))
        : documents.titleOf(actor, parseDocumentId(id));
    },
    sessionOf: (principalId) => sessions.findLatest(principalId),
    seenHead: deps.seenAuditHead,
    onFailure: failed('audit log'),
  });
  const cutCheck = createCutCheck({ store: createAuditStore(db), findings: health });
  const workspaceId = core.stores.workspace.findWorkspace()?.workspace_id;
  if (workspaceId !== undefined) cutCheck.checkEnd(deps.seenAuditHead(workspaceId));
  sessions.onUnlocked(({ is_admin, signal }) => {
    if (is_admin) void cutCheck.checkGaps(signal).catch(failed('audit log'));
  });
  documents.onChange(audit.recordChange);
  drives.onChange(audit.recordChange);
  sessions.onChange(audit.recordSession);
  core.ledger.onChange((_state, _granter, records) => audit.recordSigned(records));

  const backups = createBackupsService({
    ...{ db, core, dataDir },
    steps: createBackupSteps(dataDir, clock),
    onFailure: failed('backup'),
  });
  backups.onEnded((actor, { kind, ok, snapshot, failure }) => {
    const done = kind === 'drill' ? 'backup_drilled' : ok ? 'backup_made' : 'backup_failed';
    const told = { object_type: 'backup', detail: failure ?? snapshot } as const;
    void audit.recordDone(actor, done, told).catch(failed('audit log'));
  });
  sessions.onUnlocked(backups.startIfDue);
  const findings = createFindingsService({
    ...{ db, core, dataDir, health },
    quarantine: deps.files.quarantine,
    stored: deps.files.stored,
    titleOf: (actor, nodeId) => drives.titleOf(actor, nodeId)?.title ?? null,
    target: backups.target,
    acceptState: stateCheck.accept,
    audit: (actor, decision, code, id) =>
      audit.recordDone(actor, 'finding_decided', {
        object_type: 'finding',
        object_id: id,
        detail: `${decision} ${code}`,
      }),
  });
  sessions.onUnlocked(({ is_admin }) => {
    if (!is_admin) return;
    findings.noteProgram();
    findings.noteErasures();
  });
  const layout = dataDirLayout(dataDir);
  for (const changing of [documents, drives])
    changing.onChange(({ event, change }) => {
      if (change === 'purged' && event !== 'draft') removeUpgradeCopies(layout);
    });
  const erasure = createErasureService({
    ...{ documents, drives, clock },
    toMatch: deps.filing.toMatch,
    messagesOf: createOutboxStore(db).idsOf,
    snapshotsSince: backups.snapshotsSince,
    signing: createSigning(core),
    statements: createErasureStatements(core),
    soFar: createErasureProgress(core),
    removeFiles: createRemoveFiles({ db, ...deps.files, findings: health }),
    areFilesFar: deps.files.blobs.isFar,
    findings: health,
    recordAudit: audit.recordWithin,
  });
  return { audit, backups, findings, erasure, onForeignPurges: deleteBackupsAfterPurges(db, layout) };
}
