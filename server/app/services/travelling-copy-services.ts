/** Composes the additional services of a travelling copy. */

import type { DocumentsService } from '#server/documents/documents-service.ts';
import type { BlobStore } from '#server/drives/blobs/blob-store.ts';
import type { DrivesService } from '#server/drives/drives-service.ts';
import {
  createReadThroughBlobs,
  type ReadThroughBlobs,
} from '#server/drives/travelling-copy/read-through-blobs.ts';
import { createFindLocalName, type FindLocalName } from '#server/drives/travelling-copy/rename-conflicts.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { createMembershipFollower } from '#server/identity/core/membership/follow-foreign-membership.ts';
import type { SessionsService } from '#server/identity/sessions/sessions-service.ts';
import type { SettingsService } from '#server/identity/settings/settings-service.ts';
import type { FindingsRecorder } from '#server/integrity/findings/record-findings.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import {
  type CopyConflictStore,
  createCopyConflictStore,
  createCopyConflictTables,
} from '#server/storage/travelling-copy/copy-conflict-store.ts';
import {
  type CopyNodesStore,
  createCopyNodesStore,
  createCopyNodeTables,
} from '#server/storage/travelling-copy/copy-nodes-store.ts';
import { createCopyStore, createCopyTables } from '#server/storage/travelling-copy/copy-store.ts';
import { type CopyService, createCopyService } from '#server/sync/travelling-copy/copy-service.ts';
import type { HomeVaultConfig } from '#server/sync/travelling-copy/home-vault-config.ts';
import { createHomeVaultConnection } from '#server/sync/travelling-copy/home-vault-connection.ts';
import type { Clock } from '#server/system/clock.ts';
import type { CopyMarker } from '#server/system/config/folder/copy-marker.ts';

/** The copy's marker, and how to reach its home vault. */
export interface CopyOrigin {
  readonly mark: CopyMarker;
  readonly place: HomeVaultConfig;
}

/** Blob store of a copy: local files, and those fetched from the home vault. */
export interface HomeVaultFallback extends ReadThroughBlobs {
  readonly nodes: CopyNodesStore;
  readonly meetings: CopyConflictStore;
  readonly findOwnName: FindLocalName;
}

export function createHomeVaultFallback(db: SqlEngine, here: BlobStore): HomeVaultFallback {
  createCopyNodeTables(db);
  createCopyConflictTables(db);
  const nodes = createCopyNodesStore(db);
  const meetings = createCopyConflictStore(db);
  return {
    nodes,
    meetings,
    findOwnName: createFindLocalName(nodes, meetings),
    ...createReadThroughBlobs(here),
  };
}

export interface CopyServicesDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly clock: Clock;
  readonly health: FindingsRecorder;
  readonly documents: DocumentsService;
  readonly drives: DrivesService;
  readonly beside: HomeVaultFallback;
  readonly sessions: SessionsService;
  readonly settings: SettingsService;
  readonly failed: (what: string) => (error: unknown) => void;
}

export function createCopyServices({ mark, place }: CopyOrigin, deps: CopyServicesDeps): CopyService {
  const { db, core, clock, health, documents, drives, beside, sessions, settings, failed } = deps;
  createCopyTables(db);
  const store = createCopyStore(db);
  const followList = createMembershipFollower(core, sessions.endSessionsOf);
  const copy = createCopyService({
    ...{ mark, core, clock, store, findings: health },
    clinic: createHomeVaultConnection(place, mark.principal_id, clock),
    documents: documents.ofCopy(store),
    nodes: beside.nodes,
    files: drives.ofCopy({ store: beside.nodes, meetings: beside.meetings }, beside.here),
    follow() {
      followList();
      settings.onForeignWrites();
    },
    onFailure: failed('exchange with the clinic'),
  });
  beside.connect(copy.fetchBlob);
  sessions.onUnlocked(copy.onOpened);
  return copy;
}
