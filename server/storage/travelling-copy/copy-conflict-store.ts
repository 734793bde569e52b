/**
 * SQL over what a travelling copy needs to merge file changes of both sides: new nodes as last pushed, until the home
 * vault has returned them, and local names that differ from the home vault's. A separate store, because older copies
 * get these tables when they are opened.
 */
import type { NodeId } from '#contract/ids.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';

export interface LocalNameRow {
  readonly node_id: NodeId;
  /** Packed envelope under the node's DEK, as it was in the row. */
  readonly encrypted_name: Uint8Array;
}

export type CopyConflictStore = ReturnType<typeof createCopyConflictStore>;

export function createCopyConflictTables(db: Pick<SqlEngine, 'exec'>): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS copy_brought (
      node_id TEXT PRIMARY KEY,
      brought TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS copy_names (
      node_id TEXT PRIMARY KEY,
      encrypted_name BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}

/** Tables exist in a travelling copy only. Call writes inside a transaction. */
export function createCopyConflictStore(db: SqlEngine) {
  const selectBrought = db
    .prepare<[string], string>('SELECT brought FROM copy_brought WHERE node_id = ?')
    .pluck();
  const upsertBrought = db.prepare<[string, string]>(
    `INSERT INTO copy_brought (node_id, brought) VALUES (?, ?)
     ON CONFLICT (node_id) DO UPDATE SET brought = excluded.brought`,
  );
  const deleteBrought = db.prepare<[string]>('DELETE FROM copy_brought WHERE node_id = ?');
  const selectName = db
    .prepare<[string], Uint8Array>('SELECT encrypted_name FROM copy_names WHERE node_id = ?')
    .pluck();
  const selectNames = db.prepare<[], NodeId>('SELECT node_id FROM copy_names ORDER BY node_id').pluck();
  const upsertName = db.prepare<[LocalNameRow]>(
    `INSERT INTO copy_names (node_id, encrypted_name) VALUES (@node_id, @encrypted_name)
     ON CONFLICT (node_id) DO UPDATE SET encrypted_name = excluded.encrypted_name`,
  );
  const deleteName = db.prepare<[string]>('DELETE FROM copy_names WHERE node_id = ?');
  return {
    /** JSON of the row of a new file or folder as last pushed. */
    findBrought: (nodeId: NodeId): string | undefined => selectBrought.get(nodeId),
    updateBrought: (nodeId: NodeId, brought: string) => void upsertBrought.run(nodeId, brought),
    deleteBrought: (nodeId: NodeId) => void deleteBrought.run(nodeId),
    /** The local name, where the home vault has another. */
    findName: (nodeId: NodeId): Uint8Array | undefined => selectName.get(nodeId),
    /** Lists nodes with a local name. */
    listNamed: (): NodeId[] => selectNames.all(),
    updateName: (row: LocalNameRow) => void upsertName.run(row),
    deleteName: (nodeId: NodeId) => void deleteName.run(nodeId),
    delete(nodeId: NodeId): void {
      deleteBrought.run(nodeId);
      deleteName.run(nodeId);
    },
  };
}
