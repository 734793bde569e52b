/**
 * SQL over `documents`. Every write gets a change number; call writes inside a transaction. Has no keys:
 * server/documents decides what the columns seal and authenticate.
 */

import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { nearestIdCondition } from '#server/storage/constant-work-lookup.ts';
import { updatesSingleRow } from '#server/storage/engine/run-single-row.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';
import { assignments, insertInto, valuesOf } from '#server/storage/positional-parameters.ts';
import { createChangeNumbers } from './change-numbers.ts';
import { type DocumentRow, SAVED_COLUMNS, type UnnumberedRow } from './document-row.ts';

/** The columns that decide which callers may know of a document. */
export type DocumentScope = Pick<DocumentRow, 'document_id' | 'resource' | 'security_group_id'>;

export type DocumentStore = ReturnType<typeof createDocumentStore>;

/** The columns a list can show without opening anything. */
export type PlaintextColumns = Pick<
  DocumentRow,
  | 'document_id'
  | 'resource'
  | 'patient_id'
  | 'specialist_ids'
  | 'draft_rev'
  | 'is_archived'
  | 'is_deleted'
  | 'created_at'
  | 'updated_at'
  | 'change_seq'
>;

/** Count, newest change, sums of all changes and revisions of a group: equal fingerprints mean equal sets of rows. */
export interface GroupFingerprint {
  readonly count: number;
  readonly last_seq: number;
  readonly sum_seq: number;
  /** Row revisions are under the row MAC: setting change numbers back does not change them. */
  readonly sum_rev: number;
}

/** The newest changes of a group: of existing rows, and of purged ones. */
export interface LastChanges {
  readonly changed: number;
  readonly purged: number;
}

/** Numbers that identify a state of a row. */
export type ChangeNumbers = Pick<DocumentRow, 'document_id' | 'change_seq' | 'row_rev'>;

/** Columns every save writes; columns that are indexed and rarely change have their own statements. */
const REPLACED = [
  ...SAVED_COLUMNS,
  'change_seq',
  'signatures_sha256',
  'cosign_sha256',
] as const satisfies readonly (keyof DocumentRow)[];

const INSERTED = [
  ...REPLACED,
  'document_id',
  'resource',
  'security_group_id',
  'patient_id',
  'source_tag',
  'group_key_generation',
  'dek',
  'created_at',
  'created_by',
  'cosign_open',
] as const satisfies readonly (keyof DocumentRow)[];

export function createDocumentStore(db: Statements) {
  const numbers = createChangeNumbers(db);
  const select = db.prepare<[string], DocumentRow>('SELECT * FROM documents WHERE document_id = ?');
  const selectScope = db.prepare<[string], DocumentScope>(
    `SELECT document_id, resource, security_group_id FROM documents WHERE ${nearestIdCondition('documents', 'document_id')}`,
  );
  const selectMany = db.prepare<[string], DocumentRow>(
    'SELECT d.* FROM json_each(?) AS wanted CROSS JOIN documents AS d ON d.document_id = wanted.value',
  );
  const insertRow = db.prepare<DocumentRow[keyof DocumentRow][]>(insertInto('documents', INSERTED));
  const replaceRow = db.prepare<DocumentRow[keyof DocumentRow][]>(
    `UPDATE documents SET ${assignments(REPLACED)} WHERE document_id = ? AND row_mac = ?`,
  );
  const updatePatient = db.prepare<[string | null, string]>(
    'UPDATE documents SET patient_id = ? WHERE document_id = ?',
  );
  const updateCosignOpen = db.prepare<[number | null, string]>(
    'UPDATE documents SET cosign_open = ? WHERE document_id = ?',
  );
  const updateKeys = db.prepare<[DocumentRow]>(
    `UPDATE documents SET group_key_generation = @group_key_generation, dek = @dek, source_tag = @source_tag,
       row_rev = @row_rev, change_seq = @change_seq, row_mac = @row_mac
     WHERE document_id = @document_id`,
  );
  const remove = db.prepare<[string]>('DELETE FROM documents WHERE document_id = ?');
  const selectUnlinked = db
    .prepare<[string], DocumentId>(
      `SELECT document_id FROM documents WHERE security_group_id = ? AND resource = 'exams'
         AND patient_id IS NULL AND is_deleted = 0`,
    )
    .pluck();
  const selectExamOf = db
    .prepare<[string], number>('SELECT 1 FROM documents WHERE patient_id = ? LIMIT 1')
    .pluck();
  const selectExamsOf = db.prepare<[string], DocumentRow>(
    'SELECT * FROM documents WHERE patient_id = ? ORDER BY document_id',
  );
  const selectCosignOpen = db.prepare<[string], DocumentRow>(
    'SELECT * FROM documents WHERE security_group_id = ? AND cosign_open IS NOT NULL ORDER BY document_id',
  );
  // The unary plus makes SQLite use the order of ids, in which scans run.
  const selectAfter = db.prepare<[string, string, number], DocumentRow>(
    'SELECT * FROM documents WHERE document_id > ? AND +security_group_id = ? ORDER BY document_id LIMIT ?',
  );
  const selectChanges = db.prepare<[string, number, number], DocumentRow>(
    'SELECT * FROM documents WHERE security_group_id = ? AND change_seq > ? ORDER BY change_seq LIMIT ?',
  );
  const selectFingerprint = db.prepare<[string, number, number], GroupFingerprint>(
    `SELECT count(*) AS count, coalesce(max(change_seq), 0) AS last_seq, coalesce(sum(change_seq), 0) AS sum_seq,
       coalesce(sum(row_rev), 0) AS sum_rev
     FROM (SELECT change_seq, row_rev FROM documents WHERE security_group_id = ? AND change_seq > ?
       ORDER BY change_seq LIMIT ?) AS changed`,
  );
  // Compared through an expression, because a bare parameter makes SQLite consider partial indexes and parse the
  // statement at every call.
  const selectMeasures = db.prepare<[string, string], { resource: string; count: number; bytes: number }>(
    `SELECT d.resource, count(*) AS count, CAST(coalesce(sum(
       (SELECT sum(octet_length(v.sealed)) FROM document_versions v WHERE v.document_id = d.document_id)
     ), 0) AS bigint) AS bytes
     FROM documents d WHERE d.security_group_id = ? AND (d.resource <> 'exams' OR d.updated_at >= ?)
     GROUP BY d.resource`,
  );
  const selectLastSeq = db
    .prepare<[string], number>('SELECT max(change_seq) FROM documents WHERE security_group_id = +?')
    .pluck();
  const selectLastChanges = db.prepare<[string, string], LastChanges>(
    `SELECT coalesce((SELECT max(change_seq) FROM documents WHERE security_group_id = +?), 0) AS changed,
       coalesce((SELECT max(change_seq) FROM document_purges WHERE security_group_id = +?), 0) AS purged`,
  );
  const selectLastPurge = db
    .prepare<[], number | null>('SELECT max(change_seq) FROM document_purges')
    .pluck();
  const selectPurges = db
    .prepare<[string, number], DocumentId>(
      'SELECT document_id FROM document_purges WHERE security_group_id = ? AND change_seq > ?',
    )
    .pluck();
  const selectBySource = db
    .prepare<[Uint8Array, string, Resource], DocumentId>(
      'SELECT document_id FROM documents WHERE source_tag = ? AND security_group_id = ? AND resource = ?',
    )
    .pluck();
  const selectChangeNumbers = db.prepare<[string, number, number], ChangeNumbers>(
    `SELECT document_id, change_seq, row_rev FROM documents
     WHERE security_group_id = ? AND change_seq > ? ORDER BY change_seq LIMIT ?`,
  );
  const selectClear = db.prepare<[string, number, number], PlaintextColumns>(
    `SELECT document_id, resource, patient_id, specialist_ids, draft_rev, is_archived, is_deleted, created_at,
       updated_at, change_seq
     FROM documents WHERE security_group_id = ? AND change_seq > ? ORDER BY change_seq LIMIT ?`,
  );
  const selectIds = db
    .prepare<[string, number], DocumentId>(
      'SELECT document_id FROM documents WHERE document_id > ? ORDER BY document_id LIMIT ?',
    )
    .pluck();
  const numbered = (row: UnnumberedRow): DocumentRow => ({ ...row, change_seq: numbers.next() });

  /** Predicts the changed row; `previousMac` is null for a new one. */
  function foresee(row: UnnumberedRow, previousMac: Uint8Array | null): void {
    const { security_group_id, group_key_generation, document_id, row_mac } = row;
    db.predictChange?.({
      kind: 'document',
      security_group_id,
      id: document_id,
      old_generation: previousMac === null ? null : group_key_generation,
      old_mac: previousMac,
      new_generation: group_key_generation,
      new_mac: row_mac,
    });
  }

  return {
    /** Ids after `documentId` ('' for the first), in order: for scans over all documents. */
    listIdsAfter: (after: string, limit: number) => selectIds.all(after, limit),
    find: (documentId: DocumentId) => select.get(documentId),
    /** Scope of the document, or else of a near one (`nearestIdCondition`); undefined in an empty table. */
    scopeOrNearest: (documentId: DocumentId) => selectScope.get(documentId),
    /** The existing ones among the ids, by id. */
    findMany: (documentIds: readonly DocumentId[]) =>
      new Map(selectMany.all(JSON.stringify(documentIds)).map((row) => [row.document_id, row])),

    insert(row: UnnumberedRow): DocumentRow {
      const inserted = numbered(row);
      foresee(row, null);
      insertRow.run(...valuesOf(inserted, INSERTED));
      return inserted;
    },

    /**
     * Writes everything but ids, patient link, open requests and keys, if the row still has `previousMac`.
     * @returns the written row, or undefined when another write came first.
     */
    replace(row: UnnumberedRow, previousMac: Uint8Array): DocumentRow | undefined {
      const replaced = numbered(row);
      foresee(row, previousMac);
      const values = valuesOf(replaced, REPLACED);
      return updatesSingleRow(replaceRow, ...values, row.document_id, previousMac) ? replaced : undefined;
    },

    /** Call after `replace`, in the same transaction: the patient link has its own index. */
    updatePatient: (documentId: DocumentId, patientId: DocumentId | null) =>
      void updatePatient.run(patientId, documentId),

    /** Call after `replace`, in the same transaction: it has its own index too. */
    updateCosignOpen: (documentId: DocumentId, open: number | null) =>
      void updateCosignOpen.run(open, documentId),

    /** Writes wrap, generation, source tag and row MAC after a rewrap. */
    updateKeys: (row: UnnumberedRow) => void updateKeys.run(numbered(row)),

    /** Deletes the document with its versions and drafts. */
    delete: (documentId: DocumentId) => void remove.run(documentId),
    /** Returns the number of the newest purge of any group. */
    lastPurge: () => selectLastPurge.get() ?? 0,
    listPurgesAfter: (securityGroupId: SecurityGroupId, seq: number) =>
      selectPurges.all(securityGroupId, seq),

    /** A patient's exams in any state, by the plaintext column. */
    listExamsOf: (patientId: DocumentId) => selectExamsOf.all(patientId),
    hasExams: (patientId: DocumentId) => selectExamOf.get(patientId) !== undefined,
    /** Rows of the group in id order, after `after` ('' for the first). */
    listAfter: (securityGroupId: SecurityGroupId, after: string, limit: number) =>
      selectAfter.all(after, securityGroupId, limit),
    /** Rows of the group changed after `seq`, oldest change first. */
    listChanges: (securityGroupId: SecurityGroupId, seq: number, limit: number) =>
      selectChanges.all(securityGroupId, seq, limit),
    /** Returns the number of the newest change of any group. */
    newestSeq: numbers.last,
    lastSeq: (securityGroupId: SecurityGroupId) => selectLastSeq.get(securityGroupId) ?? 0,
    lastChanges: (securityGroupId: SecurityGroupId) =>
      selectLastChanges.get(securityGroupId, securityGroupId) ?? { changed: 0, purged: 0 },
    /** Fingerprint of the rows changed after `seq`, at most `limit`, oldest change first. */
    fingerprint: (securityGroupId: SecurityGroupId, seq: number, limit: number) =>
      selectFingerprint.get(securityGroupId, seq, limit) ?? { count: 0, last_seq: 0, sum_seq: 0, sum_rev: 0 },
    /**
     * Count and size per resource; exams last changed before `since` are left out. `bytes`: sealed, of all versions.
     */
    measure: (securityGroupId: SecurityGroupId, since: string) => selectMeasures.all(securityGroupId, since),
    /** Lists changes like `listChanges`, with change numbers only. */
    listChangeNumbers: (securityGroupId: SecurityGroupId, seq: number, limit: number) =>
      selectChangeNumbers.all(securityGroupId, seq, limit),
    listClear: (securityGroupId: SecurityGroupId, seq: number, limit: number) =>
      selectClear.all(securityGroupId, seq, limit),
    /** Documents with open co-signature requests. */
    listCosignOpen: (securityGroupId: SecurityGroupId): DocumentRow[] =>
      selectCosignOpen.all(securityGroupId),
    /** Exams without a patient that are not in the trash. */
    listUnlinkedExams: (securityGroupId: SecurityGroupId): DocumentId[] =>
      selectUnlinked.all(securityGroupId),
    listBySource: (sourceTag: Uint8Array, securityGroupId: SecurityGroupId, resource: Resource) =>
      selectBySource.all(sourceTag, securityGroupId, resource),
  };
}
