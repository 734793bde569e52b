import type { Settings } from '#contract/access/credentials.ts';
import type { DocumentId, NewId, NodeId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import type { FindInboxKey } from '#server/identity/requests/inbox-key-port.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { Clock } from '#server/system/clock.ts';
import type { FairTurns } from '#server/system/concurrency/fair-scheduler.ts';
import type { BlobStore } from './blobs/blob-store.ts';

/** Dependencies of the drives on other parts of the server. */
export interface DrivesDeps {
  readonly db: SqlEngine;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly workspaceId: () => WorkspaceId;
  readonly settings: () => Pick<Settings, 'max_file_bytes' | 'storage_credit_bytes'>;
  /** Generates a UUID version 7. */
  readonly newId: NewId;
  readonly blobs: BlobStore;
  /** The group of an exam; undefined when there is none. */
  readonly findExamGroup: (examId: DocumentId) => { readonly security_group_id: SecurityGroupId } | undefined;
  /** The inbox key of a group that may receive files. */
  readonly findInboxKey: FindInboxKey;
  readonly findings: FindingsPort;
  /** Lets other requests run between slices of a long read. */
  readonly turns: Pick<FairTurns, 'giveWay'>;
  /** True when a file's content is only at the home vault; set in a travelling copy. */
  readonly isAtClinic?: ((nodeId: NodeId) => boolean) | undefined;
  /** Finds the sealed local name of a node, while it has the home vault's name; set in a travelling copy. */
  readonly findOwnName?:
    | ((row: Pick<NodeRow, 'node_id' | 'encrypted_name'>) => Uint8Array | undefined)
    | undefined;
  /** Called when a file is queued for processing, once that is durable. */
  readonly onQueued?: () => void;
  /** Called for a failed sweep that no request waits for. */
  readonly onSweepFailed?: (error: unknown) => void;
}
