/**
 * The composition root: creates all services and passes each the functions it needs of the others. The only file where
 * the parts of the server meet.
 */

import type { SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { createRetentionSweep } from '#server/app/retention-sweep.ts';
import { createDocumentsService, type DocumentsService } from '#server/documents/documents-service.ts';
import { createSummaryOpener } from '#server/documents/sealing/summary-seal.ts';
import { createReportTextOpener } from '#server/documents/text-search/open-report-text.ts';
import { createDrivesService, type DrivesService } from '#server/drives/drives-service.ts';
import { createEventsService, type EventsService } from '#server/events/events-service.ts';
import { createPresenceService, type PresenceService } from '#server/events/presence-service.ts';
import { createIdempotency, type Idempotency } from '#server/http/request/idempotency.ts';
import { createAccessCore } from '#server/identity/core/identity-dependencies.ts';
import { createInboxKeys } from '#server/identity/core/inbox-keys.ts';
import { createVerifiedMembership } from '#server/identity/core/membership/verified-membership.ts';
import { createSigning } from '#server/identity/core/sign-as-principal.ts';
import { createVaultService, type VaultService } from '#server/identity/custody/vault-service.ts';
import type { Pki } from '#server/identity/enrollment/certificate-issuer.ts';
import { stopStrengthEstimator } from '#server/identity/passphrase/strength-estimator.ts';
import { createOwnPaperLocale } from '#server/identity/sessions/own-paper-locale.ts';
import { createSessionsService, type SessionsService } from '#server/identity/sessions/sessions-service.ts';
import { createSettingsService, type SettingsService } from '#server/identity/settings/settings-service.ts';
import {
  createProcessingService,
  type ProcessingService,
} from '#server/imaging/processing/processing-service.ts';
import type { Launcher } from '#server/imaging/processing/sandbox/launch-sandbox.ts';
import { createFindingsRecorder, type FindingsRecorder } from '#server/integrity/findings/record-findings.ts';
import type { CommitHistory } from '#server/integrity/history/commit-history.ts';
import { createStateCheck, type StateCheck } from '#server/integrity/history/state-check.ts';
import type { VaultFiles } from '#server/integrity/open-blob-store.ts';
import type { MetricsService } from '#server/metrics/metrics-service.ts';
import { createSearchService } from '#server/search/search-service.ts';
import { createSpellingService, type SpellingService } from '#server/spelling/spelling-service.ts';
import { createUnlockFailureStore } from '#server/storage/cluster/unlock-failure-store.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createTravelService, type TravelService } from '#server/sync/send-bootstrap.ts';
import type { CopyService } from '#server/sync/travelling-copy/copy-service.ts';
import type { Clock } from '#server/system/clock.ts';
import type { FairTurns } from '#server/system/concurrency/fair-scheduler.ts';
import { createIdleGate } from '#server/system/concurrency/idle-gate.ts';
import type { FounderAnchor } from '#server/system/config/anchors/founder-anchor-port.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { generateId } from '#server/system/generate-id.ts';
import { createMemoryScrubber, type MemoryScrubber } from '#server/system/memory-scrubber.ts';
import { createMultiServer, type MultiServer } from './apply-foreign-writes.ts';
import { createEvidenceServices, type EvidenceServices } from './audit-and-backup-services.ts';
import { createExchangeServices, type ExchangeServices } from './exchange-services.ts';
import { createMetrics } from './metrics-services.ts';
import { createPeopleServices, type PeopleServices } from './people-services.ts';
import { createReceivingServices, type ReceivingServices } from './receiving-services.ts';
import { type CopyOrigin, createCopyServices, createHomeVaultFallback } from './travelling-copy-services.ts';

export interface ServicesDeps {
  readonly db: SqlEngine;
  readonly commits: CommitQueue;
  readonly history: CommitHistory;
  readonly clock: Clock;
  readonly pki: Pki;
  readonly dataDir: string;
  readonly files: VaultFiles;
  readonly founderAnchor: FounderAnchor;
  /** Origin of a travelling copy; undefined in any other vault. */
  readonly copyOf?: CopyOrigin | undefined;
  /** The server's address, for tokens of new credentials. */
  readonly baseUrl: () => string;
  /** Starts sandboxes; default: child processes of this Node. */
  readonly launchSandbox?: Launcher | undefined;
  /** The audit log's head from the anchor outside the folder. */
  readonly seenAuditHead?: (
    workspaceId: WorkspaceId,
  ) => { readonly seq: number; readonly hash: Uint8Array } | undefined;
  /** The built page for hand-overs; without it none can be made. */
  readonly handoverPage?: () => string | undefined;
  /** Folders searched for dictionaries; none by default. */
  readonly dictionaryFolders?: readonly string[];
  /** Reports failures of background work. */
  readonly onBackgroundFailure?: (what: string, error: unknown) => void;
}

export interface Services extends EvidenceServices, ExchangeServices, PeopleServices, ReceivingServices {
  readonly vault: VaultService;
  readonly sessions: SessionsService;
  readonly settings: SettingsService;
  readonly documents: DocumentsService;
  readonly drives: DrivesService;
  readonly processing: ProcessingService;
  readonly events: EventsService;
  readonly presence: PresenceService;
  readonly spelling: SpellingService;
  readonly forgetting: MemoryScrubber;
  readonly travel: TravelService;
  readonly idempotency: Idempotency;
  readonly turns: FairTurns;
  readonly health: FindingsRecorder;
  readonly stateCheck: StateCheck;
  readonly metrics: MetricsService;
  readonly besideOthers: MultiServer;
  /** Sync service of a travelling copy; undefined in any other vault. */
  readonly copy: CopyService | undefined;
  /** Cleans up after an interrupted run. Call before the first request. */
  readonly sweepAtStart: () => Promise<void>;
  /** Ends background work and locks every session. */
  readonly close: () => Promise<void>;
}

export function createServices(deps: ServicesDeps): Services {
  const { db, commits, clock, pki, dataDir, files, baseUrl } = deps;
  const failed = (what: string) => (error: unknown) => deps.onBackgroundFailure?.(what, error);
  const health = createFindingsRecorder({ db, commits, clock, onFailure: failed('findings') });
  const core = createAccessCore({
    ...{ db, commits, clock, pki, newId: generateId, findings: health },
    ...{ isCopy: deps.copyOf !== undefined, keptState: deps.history },
  });
  const stateCheck = createStateCheck({
    ...{ db, core, findings: health, history: deps.history },
    onFailure: failed('check of the state'),
  });
  const vault = createVaultService(core, failed('certificate renewal'));
  const settings = createSettingsService(core);
  const sessions = createSessionsService({
    core,
    settings: settings.current,
    openingFailures: createUnlockFailureStore(db),
    beforeAnswer: () => vault.renewCertificatesIfDue().catch(failed('certificate renewal')),
    mayOpen: async (body) => copy?.assertMayOpen(body),
  });
  const idempotency = createIdempotency(db, clock);
  const workspaceId = () => core.workspace().workspace_id;
  const shared = {
    ...{ db, commits, clock, dataDir, workspaceId, settings: settings.current },
    ...{ newId: generateId, findings: health, turns: core.turns },
  };
  const openReportText = createReportTextOpener(db, workspaceId);
  const openSummary = createSummaryOpener(workspaceId);
  const search = createSearchService({ ...shared, openSummary, openReportText });
  const documents = createDocumentsService({
    ...shared,
    ...{ displayNameOf: core.displayNameOf, ownLocale: createOwnPaperLocale(sessions), search },
    signing: createSigning(core),
  });
  const { findExamGroup } = documents;
  const provenList = createVerifiedMembership(core, deps.founderAnchor);
  const inboxKeys = createInboxKeys(core, provenList);
  const beside = deps.copyOf && createHomeVaultFallback(db, files.blobs);
  const drives = createDrivesService({
    ...shared,
    blobs: beside?.blobs ?? files.blobs,
    isAtClinic: beside?.nodes.isAway,
    findOwnName: beside?.findOwnName,
    onSweepFailed: failed('sweep of the bucket'),
    findInboxKey: inboxKeys.find,
    findExamGroup,
    onQueued: () => processing.wake(),
  });
  const holderOf = (id: SecurityGroupId) =>
    core.unlocked.list().find(({ keyRing }) => keyRing.hasGroupKey(id))?.keyRing;
  const idleGate = createIdleGate();
  const processing = createProcessingService({
    work: drives.processing,
    openGroups: () => [...core.ledger.state().groups.keys()].filter((id) => holderOf(id) !== undefined),
    keyRingFor: holderOf,
    launch: deps.launchSandbox,
    idleGate,
    onFailure: failed('processing'),
  });
  sessions.onUnlocked(processing.wake);
  const incoming = createReceivingServices({
    ...{ db, core, clock, documents, drives, idleGate, failed },
    provenState: provenList.state,
    announceKeys: inboxKeys.announce,
    recordAudit: (actor, security_group_id, detail) =>
      audit.recordDone(actor, 'documents_listed', { object_type: 'exams', security_group_id, detail }),
  });
  const { filing, receiver, receiving } = incoming;
  sessions.onUnlocked((actor) => {
    receiver.announce();
    receiving.onUnlocked();
    void drives.completeDicomIndex(actor).catch(failed('index of studies'));
    filing.onUnlocked(actor);
  });
  sessions.onGroupKeysGone(processing.onGroupKeysGone);
  documents.onPurge(({ actor, resource, document_id }) => {
    if (resource === 'exams') drives.ofExams.unlink(document_id, actor.keyRing);
  });
  // After the search index, because the state check reads every row and a person waits for the search.
  sessions.onUnlocked((actor) => stateCheck.request(search.warm(actor)));
  sessions.onGroupKeysGone(search.wipeGroup);
  const spelling = createSpellingService(deps.dictionaryFolders ?? []);
  const forgetting = createMemoryScrubber(failed('forgetting'));
  sessions.onGroupKeysGone(forgetting.schedule);
  // Also after the lock of a principal without groups, whose own secrets were in memory.
  core.unlocked.onGone(() => {
    if (core.unlocked.list().length === 0) forgetting.schedule();
  });
  const leaving = [search.left, documents.rest, spelling.stop, stopStrengthEstimator];
  for (const leave of leaving) forgetting.onBeforeScrub(leave);

  const evidence = createEvidenceServices({
    ...{ db, core, clock, dataDir, files, health, stateCheck, documents, drives, sessions, filing, failed },
    seenAuditHead: (workspaceId) => deps.seenAuditHead?.(workspaceId),
  });
  const { audit, backups } = evidence;
  const events = createEventsService({ db, commits, onFailure: failed('event streams') });
  documents.onChange(events.record);
  drives.onChange(events.record);
  sessions.onChange((change) => void events.recordAlone(change).catch(failed('session event')));
  core.ledger.onChange((state, granter) =>
    events.recordGroups(core.ledger.findState(), state, granter.principal_id),
  );

  const presence = createPresenceService({ clock, findExamGroup, publish: events.broadcast });
  const people = createPeopleServices({
    ...{ db, core, pki, history: deps.history, sessions, baseUrl, failed },
    participants: [documents, drives, drives.inbox],
  });
  people.rotations.onRotated((securityGroupId) => {
    receiver.announce();
    filing.wake();
    const keyRing = holderOf(securityGroupId);
    if (keyRing) void search.reseal(securityGroupId, keyRing).catch(failed('search image'));
  });

  const sweeping = createRetentionSweep({
    ...{ commits, idempotency, sessions, history: deps.history, events, documents, drives },
    unlocked: core.unlocked.list,
    onFailure: failed('sweep'),
  });
  sessions.onUnlocked(sweeping.onUnlocked);

  const exchanges = createExchangeServices({
    ...{ db, core, clock, documents, drives, processing, sessions, settings, vault, audit, failed },
    page: deps.handoverPage ?? (() => undefined),
    pkiFolder: dataDirLayout(dataDir).pki,
  });
  const besideOthers = createMultiServer({
    ...{ db, core, pki, history: deps.history, health, provenList, sessions, settings, vault },
    ...{ rotations: people.rotations, search, events, outbox: exchanges.outbox },
    ...{ filing, drives, processing, evidence, failed },
  });
  const copy =
    deps.copyOf &&
    beside &&
    createCopyServices(deps.copyOf, {
      ...{ db, core, clock, health, documents, drives, beside, sessions, settings, failed },
    });
  return {
    vault,
    sessions,
    settings,
    ...people,
    documents,
    drives,
    processing,
    events,
    presence,
    ...incoming,
    ...exchanges,
    spelling,
    forgetting,
    travel: createTravelService({ core, db, settings: settings.current }),
    ...{ idempotency, health, turns: core.turns },
    ...evidence,
    stateCheck,
    metrics: createMetrics({ db, clock, dataDir, pki, sessions, health, audit }),
    besideOthers,
    copy,
    async sweepAtStart() {
      await sweeping.sweep();
      await drives.sweepAtStart();
    },
    async close() {
      besideOthers.close();
      await copy?.close();
      await receiving.close();
      forgetting.close();
      sweeping.close();
      presence.close();
      events.close();
      await vault.whenIdle();
      await filing.close();
      await exchanges.outbox.close();
      await backups.close();
      await processing.close();
      people.rotations.close();
      await people.rotations.whenIdle();
      await stateCheck.close();
      const searchClosed = search.close();
      sessions.close();
      await audit.close();
      await searchClosed;
      await documents.close();
      await drives.close();
      await spelling.close();
    },
  };
}
