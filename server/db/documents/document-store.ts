/**
 * The rows of `documents`. Every write numbers its change; the caller stands inside a transaction.
 * Knows nothing of keys: what the columns seal and authenticate is decided in server/documents.
 */
import type { Database } from 'better-sqlite3';
import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentRow, UnnumberedRow } from './document-row.ts';

export type DocumentStore = ReturnType<typeof createDocumentStore>;

/** What a list can show of a document without its group's key. */
export type ClearRow = Pick<
  DocumentRow,
  | 'document_id'
  | 'patient_id'
  | 'specialist_ids'
  | 'draft_rev'
  | 'is_archived'
  | 'is_deleted'
  | 'created_at'
  | 'updated_at'
>;

/** Count, newest change and sum of all changes of a group: equal fingerprints mean equal sets of rows. */
export interface GroupFingerprint {
  readonly count: number;
  readonly last_seq: number;
  readonly sum_seq: number;
}

export function createDocumentStore(db: Database) {
  const nextSeq = db
    .prepare<[], number>('UPDATE document_changes SET last_seq = last_seq + 1 RETURNING last_seq')
    .pluck();
  const select = db.prepare<[string], DocumentRow>('SELECT * FROM documents WHERE document_id = ?');
  const insertRow = db.prepare<[DocumentRow]>(
    `INSERT INTO documents (document_id, resource, security_group_id, patient_id, specialist_ids, source_tag,
       group_key_generation, dek, encrypted_index, head_version_id, head_sha256, head_bytes, seq, draft_rev,
       last_draft_rev, is_archived, is_deleted, created_at, created_by, updated_at, updated_by, row_rev,
       change_seq, row_mac)
     VALUES (@document_id, @resource, @security_group_id, @patient_id, @specialist_ids, @source_tag,
       @group_key_generation, @dek, @encrypted_index, @head_version_id, @head_sha256, @head_bytes, @seq,
       @draft_rev, @last_draft_rev, @is_archived, @is_deleted, @created_at, @created_by, @updated_at,
       @updated_by, @row_rev, @change_seq, @row_mac)`,
  );
  // Columns that are indexed and rarely change have their own statements: this one runs on every save.
  const replaceRow = db.prepare<[DocumentRow & { readonly previous_mac: Uint8Array }]>(
    `UPDATE documents SET specialist_ids = @specialist_ids, encrypted_index = @encrypted_index,
       head_version_id = @head_version_id, head_sha256 = @head_sha256, head_bytes = @head_bytes, seq = @seq,
       draft_rev = @draft_rev, last_draft_rev = @last_draft_rev, is_archived = @is_archived,
       is_deleted = @is_deleted, updated_at = @updated_at, updated_by = @updated_by, row_rev = @row_rev,
       change_seq = @change_seq, row_mac = @row_mac
     WHERE document_id = @document_id AND row_mac = @previous_mac`,
  );
  const updatePatient = db.prepare<[string | null, string]>(
    'UPDATE documents SET patient_id = ? WHERE document_id = ?',
  );
  const updateKeys = db.prepare<[DocumentRow]>(
    `UPDATE documents SET group_key_generation = @group_key_generation, dek = @dek, source_tag = @source_tag,
       row_rev = @row_rev, change_seq = @change_seq, row_mac = @row_mac
     WHERE document_id = @document_id`,
  );
  const remove = db.prepare<[string]>('DELETE FROM documents WHERE document_id = ?');
  const selectExamOf = db
    .prepare<[string], number>('SELECT 1 FROM documents WHERE patient_id = ? LIMIT 1')
    .pluck();
  const selectOutdated = db.prepare<[string, number, number], DocumentRow>(
    'SELECT * FROM documents WHERE security_group_id = ? AND group_key_generation < ? LIMIT ?',
  );
  const selectChanges = db.prepare<[string, number, number], DocumentRow>(
    'SELECT * FROM documents WHERE security_group_id = ? AND change_seq > ? ORDER BY change_seq LIMIT ?',
  );
  const selectFingerprint = db.prepare<[string], GroupFingerprint>(
    `SELECT count(*) AS count, coalesce(max(change_seq), 0) AS last_seq, coalesce(sum(change_seq), 0) AS sum_seq
     FROM documents WHERE security_group_id = ?`,
  );
  const selectLastSeq = db
    .prepare<[string], number>('SELECT max(change_seq) FROM documents WHERE security_group_id = ?')
    .pluck();
  const selectBySource = db
    .prepare<[Uint8Array, string, Resource], string>(
      'SELECT document_id FROM documents WHERE source_tag = ? AND security_group_id = ? AND resource = ?',
    )
    .pluck();
  const selectChangeNumbers = db.prepare<[string], { document_id: string; change_seq: number }>(
    'SELECT document_id, change_seq FROM documents WHERE security_group_id = ?',
  );
  const selectClear = db.prepare<[string, Resource], ClearRow>(
    `SELECT document_id, patient_id, specialist_ids, draft_rev, is_archived, is_deleted, created_at, updated_at
     FROM documents WHERE security_group_id = ? AND resource = ?`,
  );
  const numbered = (row: UnnumberedRow): DocumentRow => ({ ...row, change_seq: nextSeq.get() ?? 0 });

  return {
    find: (documentId: string) => select.get(documentId),

    insert(row: UnnumberedRow): DocumentRow {
      const inserted = numbered(row);
      insertRow.run(inserted);
      return inserted;
    },

    /**
     * Writes everything but ids, patient link and keys, if the row still is the one with `previousMac`.
     * @returns the row as written, or undefined when somebody else was first.
     */
    replace(row: UnnumberedRow, previousMac: Uint8Array): DocumentRow | undefined {
      const replaced = numbered(row);
      const { changes } = replaceRow.run({ ...replaced, previous_mac: previousMac });
      return changes === 1 ? replaced : undefined;
    },

    /** After `replace`, in the same transaction: the link has its own index. */
    updatePatient: (documentId: string, patientId: string | null) =>
      void updatePatient.run(patientId, documentId),

    /** Wrap, generation, source tag and row MAC after a rewrap. */
    updateKeys: (row: UnnumberedRow) => void updateKeys.run(numbered(row)),

    /** With its versions and drafts. */
    delete: (documentId: string) => void remove.run(documentId),

    hasExams: (patientId: string) => selectExamOf.get(patientId) !== undefined,
    listOutdated: (securityGroupId: string, generation: number, limit: number) =>
      selectOutdated.all(securityGroupId, generation, limit),
    /** Rows of the group changed after `seq`, oldest change first. */
    listChanges: (securityGroupId: string, seq: number, limit: number) =>
      selectChanges.all(securityGroupId, seq, limit),
    lastSeq: (securityGroupId: string) => selectLastSeq.get(securityGroupId) ?? 0,
    fingerprint: (securityGroupId: string) =>
      selectFingerprint.get(securityGroupId) ?? { count: 0, last_seq: 0, sum_seq: 0 },
    listChangeNumbers: (securityGroupId: string) => selectChangeNumbers.all(securityGroupId),
    listClear: (securityGroupId: string, resource: Resource) => selectClear.all(securityGroupId, resource),
    listBySource: (sourceTag: Uint8Array, securityGroupId: string, resource: Resource) =>
      selectBySource.all(sourceTag, securityGroupId, resource),
  };
}
