import type { Settings } from '#contract/access/credentials.ts';
import type { DocumentId, NewId, NodeId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import type { FindInboxKey } from '#server/identity/requests/inbox-key-port.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { Clock } from '#server/system/clock.ts';
import type { FairTurns } from '#server/system/concurrency/fair-turns.ts';
import type { BlobStore } from './blobs/blob-store.ts';

/** What the drives need of the rest of the server. */
export interface DrivesDeps {
  readonly db: SqlEngine;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly workspaceId: () => WorkspaceId;
  readonly settings: () => Pick<Settings, 'max_file_bytes' | 'storage_credit_bytes'>;
  /** UUID version 7. */
  readonly newId: NewId;
  readonly blobs: BlobStore;
  /** The group an exam lies in; undefined when there is no such exam. */
  readonly findExamGroup: (examId: DocumentId) => { readonly security_group_id: SecurityGroupId } | undefined;
  /** Of a group for which something may be received. */
  readonly findInboxKey: FindInboxKey;
  readonly findings: FindingsPort;
  /** Long reads give way to others between their slices. */
  readonly turns: Pick<FairTurns, 'giveWay'>;
  /** In a travelling copy: whether the content of a file is at the vault it is of. */
  readonly isAtClinic?: ((nodeId: NodeId) => boolean) | undefined;
  /** In a travelling copy: the sealed name that was given there, where the vault's stands. */
  readonly findOwnName?:
    | ((row: Pick<NodeRow, 'node_id' | 'encrypted_name'>) => Uint8Array | undefined)
    | undefined;
  /** Hears that a file waits to be processed, once that is durable. */
  readonly onQueued?: () => void;
  /** Hears of a sweep that nobody waits for. */
  readonly onSweepFailed?: (error: unknown) => void;
}
