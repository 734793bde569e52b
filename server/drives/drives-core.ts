import type { EventChange } from '#contract/events/event.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { nowInstant } from '#server/access/clock.ts';
import { createPurgeStore, type PurgeStore } from '#server/db/documents/purge-store.ts';
import type { NodeRow } from '#server/db/drives/node-row.ts';
import { createNodeStore, type NodeStore } from '#server/db/drives/node-store.ts';
import { createPartStore, type PartStore } from '#server/db/drives/part-store.ts';
import { createProcessingStore, type ProcessingStore } from '#server/db/drives/processing-store.ts';
import type { ChangeListener } from '#server/db/events/change-event.ts';
import { createIdempotencyStore, type IdempotencyStore } from '#server/db/http/idempotency-store.ts';
import { createServiceState, type ServiceState } from '#server/db/http/service-state.ts';
import { createDicomIndexStore, type DicomIndexStore } from '#server/db/inbox/dicom-index-store.ts';
import { createInboxStore, type InboxStore } from '#server/db/inbox/inbox-store.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { DrivesDeps } from './drives-deps.ts';
import { createNameClaims, type NameClaims } from './nodes/name-claims.ts';
import { createNodeKeeper, type NodeKeeper } from './nodes/node-keeper.ts';
import { createNodeReader, type NodeReader } from './nodes/node-reader.ts';
import { createPlacement, type Placement } from './nodes/placement.ts';
import { type Allowance, createAllowance } from './transfers/allowance.ts';
import { createRunningHashes, type RunningHashes } from './transfers/running-hashes.ts';

/** The parts every operation on drives works with, made once. */
export interface DrivesCore {
  readonly deps: DrivesDeps;
  readonly nodes: NodeStore;
  readonly parts: PartStore;
  readonly processing: ProcessingStore;
  readonly dicomIndex: DicomIndexStore;
  readonly inbox: InboxStore;
  readonly purges: PurgeStore;
  readonly idempotency: IdempotencyStore;
  readonly serviceState: ServiceState;
  readonly blobs: BlobStore;
  readonly keeper: NodeKeeper;
  readonly reader: NodeReader;
  readonly claims: NameClaims;
  readonly placement: Placement;
  readonly allowance: Allowance;
  readonly hashes: RunningHashes;
  readonly changeListeners: ChangeListener[];
}

export function createDrivesCore(deps: DrivesDeps): DrivesCore {
  const nodes = createNodeStore(deps.db, () => nowInstant(deps.clock));
  const processing = createProcessingStore(deps.db);
  const keeper = createNodeKeeper(deps.workspaceId);
  return {
    deps,
    nodes,
    parts: createPartStore(deps.db),
    processing,
    dicomIndex: createDicomIndexStore(deps.db),
    inbox: createInboxStore(deps.db),
    purges: createPurgeStore(deps.db),
    idempotency: createIdempotencyStore(deps.db),
    serviceState: createServiceState(deps.db),
    blobs: deps.blobs,
    keeper,
    reader: createNodeReader({
      nodes,
      processing,
      keeper,
      workspaceId: deps.workspaceId,
      findings: deps.findings,
      isAtClinic: deps.isAtClinic,
      findOwnName: deps.findOwnName,
    }),
    claims: createNameClaims(nodes, keeper),
    placement: createPlacement(nodes, keeper, deps.findExamGroup),
    allowance: createAllowance(nodes, deps.settings),
    hashes: createRunningHashes(),
    changeListeners: [],
  };
}

/** Inside the transaction that makes the change. `by`: principal id. */
export function tellNode(core: DrivesCore, row: NodeRow, change: EventChange, by: PrincipalId): void {
  const { node_id: id, security_group_id } = row;
  for (const listener of core.changeListeners) listener({ event: 'node', id, security_group_id, change, by });
}
