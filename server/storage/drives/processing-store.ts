/**
 * SQL over the processing queue and the renditions of files. Call writes inside a transaction of the commit queue. Has
 * no keys: headers are sealed.
 */

import type {
  ProcessingErrorCode,
  ProcessingOutcome,
  ProcessingStatus,
  VariantKind,
} from '#contract/drives/node.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface ProcessingRow {
  readonly node_id: NodeId;
  readonly security_group_id: SecurityGroupId;
  readonly status: Exclude<ProcessingStatus, 'none'>;
  readonly error: ProcessingOutcome | null;
  readonly attempts: number;
  readonly queued_at: string;
  /** Packed envelope under the node's DEK; null until the header was read, and for all files but DICOM and PDF. */
  readonly encrypted_header: Uint8Array | null;
}

export interface VariantRow {
  readonly node_id: NodeId;
  readonly kind: VariantKind;
  /** Names the sealed file. */
  readonly blob_id: string;
  /** Plaintext bytes. */
  readonly size: number;
  readonly created_at: string;
}

export type ProcessingStore = ReturnType<typeof createProcessingStore>;

export function createProcessingStore(db: Statements) {
  const find = db.prepare<[string], ProcessingRow>('SELECT * FROM drive_processing WHERE node_id = ?');
  const queue =
    db.prepare(`INSERT INTO drive_processing (node_id, security_group_id, status, error, attempts, queued_at)
    VALUES (@node_id, @security_group_id, 'queued', NULL, 0, @queued_at)
    ON CONFLICT (node_id) DO UPDATE SET status = 'queued', error = NULL, attempts = 0, queued_at = excluded.queued_at`);
  const next = db.prepare<[string], Pick<ProcessingRow, 'node_id' | 'queued_at'>>(
    `SELECT node_id, queued_at FROM drive_processing WHERE status = 'queued' AND security_group_id = ?
     ORDER BY queued_at LIMIT 1`,
  );
  const begin = db.prepare<[string]>(
    `UPDATE drive_processing SET status = 'running', attempts = attempts + 1
     WHERE node_id = ? AND status = 'queued'`,
  );
  const giveBack = db.prepare<[string]>(
    `UPDATE drive_processing SET status = 'queued', attempts = CASE WHEN attempts > 0 THEN attempts - 1 ELSE 0 END
     WHERE node_id = ? AND status = 'running'`,
  );
  const end = db.prepare(`UPDATE drive_processing SET status = @status, error = @error,
    encrypted_header = @encrypted_header WHERE node_id = @node_id AND status = 'running'`);
  const setHeader = db.prepare<[Uint8Array, string]>(
    'UPDATE drive_processing SET encrypted_header = ? WHERE node_id = ?',
  );
  const put = db.prepare(`INSERT INTO drive_processing
      (node_id, security_group_id, status, error, attempts, queued_at, encrypted_header)
    VALUES (@node_id, @security_group_id, @status, @error, @attempts, @queued_at, @encrypted_header)
    ON CONFLICT (node_id) DO UPDATE SET status = excluded.status, error = excluded.error,
      attempts = excluded.attempts, encrypted_header = excluded.encrypted_header`);
  const listRunning = db
    .prepare<[], NodeId>("SELECT node_id FROM drive_processing WHERE status = 'running'")
    .pluck();
  const giveUp = db.prepare<[ProcessingErrorCode, string, number]>(
    `UPDATE drive_processing SET status = 'failed', error = ?
     WHERE node_id = ? AND status = 'running' AND attempts >= ?`,
  );
  const requeue = db.prepare<[string]>(
    "UPDATE drive_processing SET status = 'queued' WHERE node_id = ? AND status = 'running'",
  );
  const variants = db.prepare<[string], VariantRow>(
    'SELECT * FROM drive_variants WHERE node_id = ? ORDER BY kind DESC',
  );
  const insertVariant = db.prepare(
    'INSERT INTO drive_variants (node_id, kind, blob_id, size, created_at) VALUES (@node_id, @kind, @blob_id, @size, @created_at)',
  );
  const deleteVariants = db.prepare<[string]>('DELETE FROM drive_variants WHERE node_id = ?');
  const ownerOfBlob = db
    .prepare<[string], NodeId>('SELECT node_id FROM drive_variants WHERE blob_id = ?')
    .pluck();

  return {
    find: (nodeId: NodeId): ProcessingRow | undefined => find.get(nodeId),
    /** Adds a node at the end of the queue, whatever its former state. */
    queue(row: Pick<ProcessingRow, 'node_id' | 'security_group_id' | 'queued_at'>): void {
      queue.run(row);
    },
    /** The node of these groups that has waited longest. */
    next(securityGroupIds: readonly SecurityGroupId[]): NodeId | undefined {
      const waiting = securityGroupIds.flatMap((id) => next.get(id) ?? []);
      return waiting.toSorted((a, b) => (a.queued_at < b.queued_at ? -1 : 1))[0]?.node_id;
    },
    /** Marks a queued file as being processed. @returns true when it was waiting. */
    begin: (nodeId: NodeId): boolean => begin.run(nodeId).changes === 1,
    /** Puts a node back into the queue without counting the attempt. */
    requeue(nodeId: NodeId): void {
      giveBack.run(nodeId);
    },
    /** Ends the processing of a file. @returns true when it was still being processed. */
    end: (
      row: Pick<ProcessingRow, 'node_id' | 'error' | 'encrypted_header'> & { status: 'done' | 'failed' },
    ): boolean => end.run(row).changes === 1,
    /** Stores a result of another vault. */
    put(row: ProcessingRow): void {
      put.run(row);
    },
    /** Stores the header of a file that is known before processing. */
    setHeader(nodeId: NodeId, encryptedHeader: Uint8Array): void {
      setHeader.run(encryptedHeader, nodeId);
    },
    listRunning: (): NodeId[] => listRunning.all(),
    /** Requeues an interrupted node; after too many attempts it fails with `error`. */
    tryAgain(nodeId: NodeId, attemptsMax: number, error: ProcessingErrorCode): void {
      giveUp.run(error, nodeId, attemptsMax);
      requeue.run(nodeId);
    },
    variants: (nodeId: NodeId): VariantRow[] => variants.all(nodeId),
    insertVariant(row: VariantRow): void {
      insertVariant.run(row);
    },
    deleteVariants(nodeId: NodeId): void {
      deleteVariants.run(nodeId);
    },
    ownerOf: (blobId: string): NodeId | undefined => ownerOfBlob.get(blobId),
    isKnownBlob: (blobId: string): boolean => ownerOfBlob.get(blobId) !== undefined,
  };
}
