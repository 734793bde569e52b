/**
 * SQL over a travelling copy's sync state of files and folders. All plaintext, and only decides what is pulled and
 * pushed.
 */
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { ReferencedBlob } from '#server/storage/maintenance/referenced-blobs.ts';

/** A file or folder as the home vault last sent it. */
export interface CopyNodeRow {
  readonly node_id: NodeId;
  readonly security_group_id: SecurityGroupId;
  /** JSON of the row, bytes as base64url. */
  readonly base: string;
  /** JSON of the row last pushed; null once the home vault has responded. */
  readonly brought: string | null;
  /** 1 when its content is on this computer. */
  readonly is_here: 0 | 1;
}

export interface NodePushErrorRow {
  readonly node_id: NodeId;
  /** Error code of a change the home vault refused. */
  readonly code: string;
}

/** An exam whose files are always fetched. */
export interface CopyPinRow {
  readonly exam_id: DocumentId;
  readonly security_group_id: SecurityGroupId;
  readonly pinned_at: string;
}

export interface FilesCount {
  readonly files: number;
  readonly files_here: number;
  readonly bytes: number;
  readonly bytes_here: number;
}

export type CopyNodesStore = ReturnType<typeof createCopyNodesStore>;

export function createCopyNodeTables(db: Pick<SqlEngine, 'exec'>): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS copy_drives (
      security_group_id TEXT PRIMARY KEY,
      after_place TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS copy_nodes (
      node_id TEXT PRIMARY KEY,
      security_group_id TEXT NOT NULL,
      base TEXT NOT NULL,
      brought TEXT,
      is_here INTEGER NOT NULL CHECK (is_here IN (0, 1))
    ) STRICT;
    CREATE TABLE IF NOT EXISTS copy_node_notes (
      node_id TEXT PRIMARY KEY,
      code TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS copy_pins (
      exam_id TEXT PRIMARY KEY,
      security_group_id TEXT NOT NULL,
      pinned_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}

/**
 * For a travelling copy: tests whether sealed bytes may be at the home vault only. Renditions may be even where the
 * content is here. Undefined for any other vault.
 */
export function isRemoteOnlyBlob(
  db: Pick<SqlEngine, 'prepare' | 'isShared'>,
): ((blob: Pick<ReferencedBlob, 'node_id' | 'kind'>) => boolean) | undefined {
  if (db.isShared) return undefined;
  const isCopy = db.prepare("SELECT 1 FROM pragma_table_list WHERE name = 'copy_nodes'").get() !== undefined;
  if (!isCopy) return undefined;
  const isHere = db.prepare<[string], number>('SELECT is_here FROM copy_nodes WHERE node_id = ?').pluck();
  return ({ node_id, kind }) => {
    const known = isHere.get(node_id);
    return known === 0 || (known === 1 && kind === 'picture');
  };
}

const COUNTS = `count(*) AS files, coalesce(sum(coalesce(c.is_here, 1)), 0) AS files_here,
  coalesce(sum(n.size), 0) AS bytes, coalesce(sum(n.size * coalesce(c.is_here, 1)), 0) AS bytes_here
  FROM drive_nodes n LEFT JOIN copy_nodes c ON c.node_id = n.node_id
  WHERE n.kind = 'file' AND n.status = 'ready' AND n.is_deleted = 0`;
const NO_FILES: FilesCount = { files: 0, files_here: 0, bytes: 0, bytes_here: 0 };

/** Tables exist in a travelling copy only. Call writes inside a transaction. */
export function createCopyNodesStore(db: SqlEngine) {
  const selectPlace = db
    .prepare<[string], string>('SELECT after_place FROM copy_drives WHERE security_group_id = ?')
    .pluck();
  const upsertPlace = db.prepare<[string, string]>(
    `INSERT INTO copy_drives (security_group_id, after_place) VALUES (?, ?)
     ON CONFLICT (security_group_id) DO UPDATE SET after_place = excluded.after_place`,
  );
  const deletePlace = db.prepare<[string]>('DELETE FROM copy_drives WHERE security_group_id = ?');
  const selectNode = db.prepare<[string], CopyNodeRow>('SELECT * FROM copy_nodes WHERE node_id = ?');
  const upsertNode = db.prepare<[CopyNodeRow]>(
    `INSERT INTO copy_nodes (node_id, security_group_id, base, brought, is_here)
     VALUES (@node_id, @security_group_id, @base, @brought, @is_here)
     ON CONFLICT (node_id) DO UPDATE SET base = excluded.base, brought = excluded.brought`,
  );
  const setBrought = db.prepare<[string | null, string]>(
    'UPDATE copy_nodes SET brought = ? WHERE node_id = ?',
  );
  const setHere = db.prepare<[string]>('UPDATE copy_nodes SET is_here = 1 WHERE node_id = ?');
  const isAway = db
    .prepare<[string], number>('SELECT 1 FROM copy_nodes WHERE node_id = ? AND is_here = 0')
    .pluck();
  const deleteNode = db.prepare<[string]>('DELETE FROM copy_nodes WHERE node_id = ?');
  // Rows that differ from the home vault's; every write of a row increments its revision.
  const selectChanged = db
    .prepare<[], NodeId>(
      `SELECT n.node_id FROM drive_nodes n LEFT JOIN copy_nodes c ON c.node_id = n.node_id
       WHERE n.completed_at IS NOT NULL
         AND (c.node_id IS NULL OR json_extract(c.base, '$.row_rev') <> n.row_rev)
       ORDER BY n.node_id`,
    )
    .pluck();
  const selectNotes = db.prepare<[], NodePushErrorRow>('SELECT * FROM copy_node_notes');
  const upsertNote = db.prepare<[NodePushErrorRow]>(
    `INSERT INTO copy_node_notes (node_id, code) VALUES (@node_id, @code)
     ON CONFLICT (node_id) DO UPDATE SET code = excluded.code`,
  );
  const deleteNote = db.prepare<[string]>('DELETE FROM copy_node_notes WHERE node_id = ?');
  const selectPins = db.prepare<[], CopyPinRow>('SELECT * FROM copy_pins ORDER BY pinned_at, exam_id');
  const upsertPin = db.prepare<[CopyPinRow]>(
    `INSERT INTO copy_pins (exam_id, security_group_id, pinned_at)
     VALUES (@exam_id, @security_group_id, @pinned_at) ON CONFLICT (exam_id) DO NOTHING`,
  );
  const deletePin = db.prepare<[string]>('DELETE FROM copy_pins WHERE exam_id = ?');
  const deletePins = db.prepare<[string]>('DELETE FROM copy_pins WHERE security_group_id = ?');
  const countGroup = db.prepare<[string], FilesCount>(`SELECT ${COUNTS} AND n.security_group_id = ?`);
  const countExam = db.prepare<[string], FilesCount>(`SELECT ${COUNTS} AND n.exam_id = ?`);
  return {
    /** Position up to which the home vault's changes were pulled; empty before the first. */
    placeOf: (securityGroupId: SecurityGroupId): string => selectPlace.get(securityGroupId) ?? '',
    updatePlace: (securityGroupId: SecurityGroupId, place: string) =>
      void upsertPlace.run(securityGroupId, place),
    deleteGroup(securityGroupId: SecurityGroupId): void {
      deletePlace.run(securityGroupId);
      deletePins.run(securityGroupId);
    },
    find: (nodeId: NodeId) => selectNode.get(nodeId),
    /** Keeps the flag whether its content is here. */
    update: (row: CopyNodeRow) => void upsertNode.run(row),
    setBrought: (nodeId: NodeId, brought: string | null) => void setBrought.run(brought, nodeId),
    setHere: (nodeId: NodeId) => void setHere.run(nodeId),
    /** True when its content is at the home vault only. */
    isAway: (nodeId: NodeId): boolean => isAway.get(nodeId) !== undefined,
    delete(nodeId: NodeId): void {
      deleteNode.run(nodeId);
      deleteNote.run(nodeId);
    },
    /** Nodes whose rows differ from the home vault's. */
    listChanged: (): NodeId[] => selectChanged.all(),
    listNotes: () => selectNotes.all(),
    updateNote: (row: NodePushErrorRow) => void upsertNote.run(row),
    deleteNote: (nodeId: NodeId) => void deleteNote.run(nodeId),
    listPins: () => selectPins.all(),
    updatePin: (row: CopyPinRow) => void upsertPin.run(row),
    deletePin: (examId: DocumentId) => void deletePin.run(examId),
    /** Counts files outside the trash; bytes of plaintext. */
    countGroup: (securityGroupId: SecurityGroupId): FilesCount => countGroup.get(securityGroupId) ?? NO_FILES,
    countExam: (examId: DocumentId): FilesCount => countExam.get(examId) ?? NO_FILES,
  };
}
