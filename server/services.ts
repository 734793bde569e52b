/**
 * The composition root: the only place where the parts of the server meet. What one part needs of another
 * is handed over here as a function.
 */
import type { Database } from 'better-sqlite3';
import { v7 as newId } from 'uuid';
import type { Clock } from './access/clock.ts';
import { createAccessCore } from './access/core/access-core.ts';
import { type CredentialsService, createCredentialsService } from './credentials/credentials-service.ts';
import type { CommitQueue } from './db/commit-queue.ts';
import { createDocumentsService, type DocumentsService } from './documents/documents-service.ts';
import { createSummaryOpener } from './documents/sealing/index-seal.ts';
import { createDrivesService, type DrivesService } from './drives/drives-service.ts';
import type { Pki } from './enrollment/pki.ts';
import { createGroupsService, type GroupsService } from './groups/groups-service.ts';
import { createMembersService, type MembersService } from './groups/members-service.ts';
import { createPrincipalsService, type PrincipalsService } from './groups/principals-service.ts';
import { createRetirement } from './groups/retirement.ts';
import { createRotations, type Rotations } from './groups/rotation.ts';
import { createIdempotency, type Idempotency } from './http/idempotency.ts';
import { createSearchService } from './search/search-service.ts';
import { createSessionsService, type SessionsService } from './sessions/sessions-service.ts';
import { createSettingsService, type SettingsService } from './settings/settings-service.ts';
import { createVaultService, type VaultService } from './vault/vault-service.ts';

/** Outlived idempotency marks and discarded drafts go within this time. */
const SWEEP_EVERY_MS = 60 * 60 * 1000;

export interface ServicesDeps {
  readonly db: Database;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly pki: Pki;
  readonly dataDir: string;
  /** Where the server is reached; stands in the tokens of new credentials. */
  readonly baseUrl: () => string;
  /** Hears of failures in work that no request waits for. */
  readonly onBackgroundFailure?: (what: string, error: unknown) => void;
}

export interface Services {
  readonly vault: VaultService;
  readonly sessions: SessionsService;
  readonly settings: SettingsService;
  readonly principals: PrincipalsService;
  readonly groups: GroupsService;
  readonly members: MembersService;
  readonly credentials: CredentialsService;
  readonly rotations: Rotations;
  readonly documents: DocumentsService;
  readonly drives: DrivesService;
  readonly idempotency: Idempotency;
  /** Clears away what an interrupted run left behind. Before the first request. */
  readonly sweepAtStart: () => Promise<void>;
  /** Ends background work and locks every session. */
  readonly close: () => Promise<void>;
}

export function createServices(deps: ServicesDeps): Services {
  const { db, commits, clock, pki, dataDir, baseUrl } = deps;
  const failed = (what: string) => (error: unknown) => deps.onBackgroundFailure?.(what, error);
  const core = createAccessCore({ db, commits, clock, pki, newId });
  const vault = createVaultService(core);
  const settings = createSettingsService(core);
  const sessions = createSessionsService({ core, settings: settings.current });
  const idempotency = createIdempotency(db, clock);

  const workspaceId = () => core.workspace().workspace_id;
  const shared = { db, commits, clock, dataDir, workspaceId, settings: settings.current, newId };
  const search = createSearchService({
    db,
    dataDir,
    workspaceId,
    openSummary: createSummaryOpener(workspaceId),
  });
  const documents = createDocumentsService({ ...shared, displayNameOf: core.displayNameOf, search });
  const drives = createDrivesService({ ...shared, findExamGroup: documents.findExamGroup });
  documents.onPurge(({ actor, resource, document_id }) => {
    if (resource === 'exams') drives.unlinkExam(document_id, actor.keyRing);
  });
  sessions.onUnlocked(search.warm);
  sessions.onGroupKeysGone(search.wipeGroup);

  const rotations = createRotations({
    core,
    participants: [documents, drives],
    onFailure: (_securityGroupId, error) => failed('key rotation')(error),
  });
  rotations.onRotated((securityGroupId) => {
    const holder = core.unlocked.list().find(({ keyRing }) => keyRing.hasGroupKey(securityGroupId));
    if (holder) void search.reseal(securityGroupId, holder.keyRing).catch(failed('search image'));
  });
  const retire = createRetirement({ core, rotations, endSessionsOf: sessions.endSessionsOf });
  sessions.onUnlocked(() => void pki.renewIfDue().catch(failed('certificate renewal')));

  async function sweep(): Promise<void> {
    await commits.write(() => idempotency.deleteOutlived());
    await documents.sweep();
  }
  const sweepTimer = setInterval(() => void sweep().catch(failed('sweep')), SWEEP_EVERY_MS).unref();

  return {
    vault,
    sessions,
    settings,
    principals: createPrincipalsService(core, retire),
    groups: createGroupsService(core),
    members: createMembersService(core, rotations),
    credentials: createCredentialsService({ core, baseUrl, retire }),
    rotations,
    documents,
    drives,
    idempotency,
    async sweepAtStart() {
      await sweep();
      await drives.sweepAtStart();
    },
    async close() {
      clearInterval(sweepTimer);
      rotations.close();
      await rotations.settled();
      sessions.close();
      await search.close();
      await documents.close();
    },
  };
}
