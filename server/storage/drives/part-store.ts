/**
 * SQL over parts of resumable uploads and over sealed manifests. Part rows only map sealed files to nodes; after
 * completion the sealed manifest is authoritative.
 */

import type { NodeId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface PartRow {
  readonly node_id: NodeId;
  readonly part: number;
  /** Names the sealed file of the valid attempt. */
  readonly attempt_id: string;
  /** Plaintext bytes. */
  readonly size: number;
  /** SHA-256 of the plaintext, sealed for this attempt; null for parts uploaded by older releases. */
  readonly encrypted_sha256: Uint8Array | null;
}

export type PartStore = ReturnType<typeof createPartStore>;

export function createPartStore(db: Statements) {
  const put = db.prepare(`INSERT INTO drive_parts (node_id, part, attempt_id, size, encrypted_sha256)
    VALUES (@node_id, @part, @attempt_id, @size, @encrypted_sha256)
    ON CONFLICT (node_id, part) DO UPDATE
    SET attempt_id = excluded.attempt_id, size = excluded.size, encrypted_sha256 = excluded.encrypted_sha256`);
  const find = db.prepare<[string, number], PartRow>(
    'SELECT * FROM drive_parts WHERE node_id = ? AND part = ?',
  );
  const list = db.prepare<[string], PartRow>('SELECT * FROM drive_parts WHERE node_id = ? ORDER BY part');
  const deleteAll = db.prepare<[string]>('DELETE FROM drive_parts WHERE node_id = ?');
  const owner = db.prepare<[string], NodeId>('SELECT node_id FROM drive_parts WHERE attempt_id = ?').pluck();
  const putManifest = db.prepare<[string, Uint8Array]>(
    'INSERT INTO drive_manifests (node_id, encrypted_manifest) VALUES (?, ?)',
  );
  const findManifest = db
    .prepare<[string], Uint8Array>('SELECT encrypted_manifest FROM drive_manifests WHERE node_id = ?')
    .pluck();

  return {
    /** Replaces the part by a newer complete attempt. @returns the replaced one. */
    put(row: PartRow): PartRow | undefined {
      const before = find.get(row.node_id, row.part);
      put.run(row);
      return before;
    },
    /** Lists the parts of an upload in order of part number. */
    list: (nodeId: NodeId): PartRow[] => list.all(nodeId),
    deleteAll(nodeId: NodeId): void {
      deleteAll.run(nodeId);
    },
    ownerOf: (attemptId: string): NodeId | undefined => owner.get(attemptId),
    isKnownAttempt: (attemptId: string): boolean => owner.get(attemptId) !== undefined,
    putManifest(nodeId: NodeId, encryptedManifest: Uint8Array): void {
      putManifest.run(nodeId, encryptedManifest);
    },
    findManifest: (nodeId: NodeId): Uint8Array | undefined => findManifest.get(nodeId),
  };
}
