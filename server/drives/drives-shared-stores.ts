/**
 * The stores and helpers shared by all operations on drives, joined once per vault. Also publishes changes of nodes
 * to listeners.
 */
import type { EventChange } from '#contract/events/change-event.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { createTombstoneStore, type TombstoneStore } from '#server/storage/documents/tombstone-store.ts';
import { createDicomIndexStore, type DicomIndexStore } from '#server/storage/drives/dicom-index-store.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { createNodeStore, type NodeStore } from '#server/storage/drives/node-store.ts';
import { createPartStore, type PartStore } from '#server/storage/drives/part-store.ts';
import { createProcessingStore, type ProcessingStore } from '#server/storage/drives/processing-store.ts';
import type { ChangeListener } from '#server/storage/events/change-event.ts';
import { createServiceState, type ServiceState } from '#server/storage/http/database-state-store.ts';
import { createIdempotencyStore, type IdempotencyStore } from '#server/storage/http/idempotency-store.ts';
import { createInboxStore, type InboxStore } from '#server/storage/inbox/inbox-store.ts';
import { nowInstant } from '#server/system/clock.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { DrivesDeps } from './drives-ports.ts';
import { createPlacement, type Placement } from './nodes/check-placement.ts';
import { createNodeAccess, type NodeAccess } from './nodes/node-access.ts';
import { createNodeCrypto, type NodeCrypto } from './nodes/node-crypto.ts';
import { createUniqueNames, type UniqueNames } from './nodes/unique-names.ts';
import { createRunningHashes, type RunningHashes } from './transfers/running-hashes.ts';
import { createStorageQuota, type StorageQuota } from './transfers/storage-quota.ts';

/** Shared by every operation on drives. */
export interface DrivesCore {
  readonly deps: DrivesDeps;
  readonly nodes: NodeStore;
  readonly parts: PartStore;
  readonly processing: ProcessingStore;
  readonly dicomIndex: DicomIndexStore;
  readonly inbox: InboxStore;
  readonly purges: TombstoneStore;
  readonly idempotency: IdempotencyStore;
  readonly serviceState: ServiceState;
  readonly blobs: BlobStore;
  readonly keeper: NodeCrypto;
  readonly reader: NodeAccess;
  readonly claims: UniqueNames;
  readonly placement: Placement;
  readonly allowance: StorageQuota;
  readonly hashes: RunningHashes;
  readonly changeListeners: ChangeListener[];
}

export function createDrivesCore(deps: DrivesDeps): DrivesCore {
  const nodes = createNodeStore(deps.db, () => nowInstant(deps.clock));
  const processing = createProcessingStore(deps.db);
  const keeper = createNodeCrypto(deps.workspaceId);
  return {
    deps,
    nodes,
    parts: createPartStore(deps.db),
    processing,
    dicomIndex: createDicomIndexStore(deps.db),
    inbox: createInboxStore(deps.db),
    purges: createTombstoneStore(deps.db),
    idempotency: createIdempotencyStore(deps.db),
    serviceState: createServiceState(deps.db),
    blobs: deps.blobs,
    keeper,
    reader: createNodeAccess({
      nodes,
      processing,
      keeper,
      workspaceId: deps.workspaceId,
      findings: deps.findings,
      isAtClinic: deps.isAtClinic,
      findOwnName: deps.findOwnName,
    }),
    claims: createUniqueNames(nodes, keeper),
    placement: createPlacement(nodes, keeper, deps.findExamGroup),
    allowance: createStorageQuota(nodes, deps.settings),
    hashes: createRunningHashes(),
    changeListeners: [],
  };
}

/** Call inside the transaction of the change. `by`: principal id. */
export function publishNodeChange(
  core: DrivesCore,
  row: NodeRow,
  change: EventChange,
  by: PrincipalId,
  before: NodeRow = row,
): void {
  const { node_id: id, security_group_id } = row;
  const exam_ids = [...new Set([row, before].flatMap(({ exam_id }) => exam_id ?? []))];
  for (const listener of core.changeListeners)
    listener({ event: 'node', id, security_group_id, change, by, exam_ids });
}
