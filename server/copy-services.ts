/** What a travelling copy has beside the services of any vault; composed here, because the parts do not know of it. */
import type { Clock } from './access/clock.ts';
import type { AccessCore } from './access/core/access-core.ts';
import { createListFollower } from './access/core/follow-list.ts';
import type { CopyMark } from './config/copy-mark.ts';
import { createClinic } from './copy/clinic.ts';
import type { ClinicPlace } from './copy/clinic-place.ts';
import { type CopyService, createCopyService } from './copy/copy-service.ts';
import type { SqlEngine } from './db/engine/sql-engine.ts';
import {
  type CopyMeetingsStore,
  createCopyMeetingsStore,
  createCopyMeetingTables,
} from './db/travel/copy-meetings-store.ts';
import {
  type CopyNodesStore,
  createCopyNodesStore,
  createCopyNodeTables,
} from './db/travel/copy-nodes-store.ts';
import { createCopyStore, createCopyTables } from './db/travel/copy-store.ts';
import type { DocumentsService } from './documents/documents-service.ts';
import type { BlobStore } from './drives/blobs/blob-store.ts';
import { type BlobsOfCopy, createBlobsOfCopy } from './drives/copy/blobs-of-copy.ts';
import { createFindOwnName, type FindOwnName } from './drives/copy/own-names.ts';
import type { DrivesService } from './drives/drives-service.ts';
import type { HealthService } from './health/health-service.ts';
import type { SessionsService } from './sessions/sessions-service.ts';
import type { SettingsService } from './settings/settings-service.ts';

/** That the folder holds a copy, and how the vault it is of is reached. */
export interface CopyOf {
  readonly mark: CopyMark;
  readonly place: ClinicPlace;
}

/** Files of a copy: those that are here, and those that are at the vault it is of. */
export interface BesideClinic extends BlobsOfCopy {
  readonly nodes: CopyNodesStore;
  readonly meetings: CopyMeetingsStore;
  readonly findOwnName: FindOwnName;
}

export function createBesideClinic(db: SqlEngine, here: BlobStore): BesideClinic {
  createCopyNodeTables(db);
  createCopyMeetingTables(db);
  const nodes = createCopyNodesStore(db);
  const meetings = createCopyMeetingsStore(db);
  return { nodes, meetings, findOwnName: createFindOwnName(nodes, meetings), ...createBlobsOfCopy(here) };
}

export interface CopyServicesDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly clock: Clock;
  readonly health: HealthService;
  readonly documents: DocumentsService;
  readonly drives: DrivesService;
  readonly beside: BesideClinic;
  readonly sessions: SessionsService;
  readonly settings: SettingsService;
  readonly failed: (what: string) => (error: unknown) => void;
}

export function createCopyServices({ mark, place }: CopyOf, deps: CopyServicesDeps): CopyService {
  const { db, core, clock, health, documents, drives, beside, sessions, settings, failed } = deps;
  createCopyTables(db);
  const store = createCopyStore(db);
  const followList = createListFollower(core, sessions.endSessionsOf);
  const copy = createCopyService({
    ...{ mark, core, clock, store, findings: health },
    clinic: createClinic(place, mark.principal_id, clock),
    documents: documents.ofCopy(store),
    nodes: beside.nodes,
    files: drives.ofCopy({ store: beside.nodes, meetings: beside.meetings }, beside.here),
    follow() {
      followList();
      settings.onForeignWrites();
    },
    onFailure: failed('exchange with the clinic'),
  });
  beside.connect(copy.bringBlob);
  sessions.onUnlocked(copy.onOpened);
  return copy;
}
