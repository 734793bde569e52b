/**
 * The rows of `documents`. Every write numbers its change; the caller is inside a transaction. Knows nothing of
 * keys: server/documents decides what the columns seal and authenticate.
 */

import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { nearestIdCondition } from '#server/storage/constant-work-lookup.ts';
import { updatesSingleRow } from '#server/storage/engine/run-single-row.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';
import { assignments, insertInto, valuesOf } from '#server/storage/positional-parameters.ts';
import { createChangeNumbers } from './change-numbers.ts';
import { type DocumentRow, SAVED_COLUMNS, type UnnumberedRow } from './document-row.ts';

/** Enough to say who may know of a document. */
export type DocumentScope = Pick<DocumentRow, 'document_id' | 'resource' | 'security_group_id'>;

export type DocumentStore = ReturnType<typeof createDocumentStore>;

/** What a list can show of a document without opening anything. */
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
  /** Revisions are under the row MAC: rolling back change numbers does not change them. */
  readonly sum_rev: number;
}

/** The newest changes of a group: of a row that is there, and of one that is there no more. */
export interface LastChanges {
  readonly changed: number;
  readonly purged: number;
}

/** Distinguishes two states of a row. */
export type ChangeNumbers = Pick<DocumentRow, 'document_id' | 'change_seq' | 'row_rev'>;

/** What every save writes; columns that are indexed and rarely change have their own statements. */
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
  // The unary plus keeps SQLite on the order of ids, which is what walks go by.
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
  // Bound bare, the parameter is weighed against the partial indexes, and SQLite parses the statement at every call.
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

  /** `previousMac`: null for a row that is not there. */
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
    /** Ids after `documentId` ('' for the first), in order: for walks over all documents. */
    listIdsAfter: (after: string, limit: number) => selectIds.all(after, limit),
    find: (documentId: DocumentId) => select.get(documentId),
    /** Of the document, or else of one near it (`nearestIdCondition`); undefined where there is none at all. */
    scopeOrNearest: (documentId: DocumentId) => selectScope.get(documentId),
    /** Those that there are, by id. */
    findMany: (documentIds: readonly DocumentId[]) =>
      new Map(selectMany.all(JSON.stringify(documentIds)).map((row) => [row.document_id, row])),

    insert(row: UnnumberedRow): DocumentRow {
      const inserted = numbered(row);
      foresee(row, null);
      insertRow.run(...valuesOf(inserted, INSERTED));
      return inserted;
    },

    /**
     * Writes everything but ids, patient link, open requests and keys, if the row still is the one with
     * `previousMac`.
     * @returns the row as written, or undefined when another write came first.
     */
    replace(row: UnnumberedRow, previousMac: Uint8Array): DocumentRow | undefined {
      const replaced = numbered(row);
      foresee(row, previousMac);
      const values = valuesOf(replaced, REPLACED);
      return updatesSingleRow(replaceRow, ...values, row.document_id, previousMac) ? replaced : undefined;
    },

    /** After `replace`, in the same transaction: the link has its own index. */
    updatePatient: (documentId: DocumentId, patientId: DocumentId | null) =>
      void updatePatient.run(patientId, documentId),

    /** After `replace`, in the same transaction: as the link. */
    updateCosignOpen: (documentId: DocumentId, open: number | null) =>
      void updateCosignOpen.run(open, documentId),

    /** Wrap, generation, source tag and row MAC after a rewrap. */
    updateKeys: (row: UnnumberedRow) => void updateKeys.run(numbered(row)),

    /** With its versions and drafts. */
    delete: (documentId: DocumentId) => void remove.run(documentId),
    /** Of all groups. */
    lastPurge: () => selectLastPurge.get() ?? 0,
    listPurgesAfter: (securityGroupId: SecurityGroupId, seq: number) =>
      selectPurges.all(securityGroupId, seq),

    /** Whatever their state, as the clear column says. */
    listExamsOf: (patientId: DocumentId) => selectExamsOf.all(patientId),
    hasExams: (patientId: DocumentId) => selectExamOf.get(patientId) !== undefined,
    /** Rows of the group in the order of their ids, after one ('' for the first). */
    listAfter: (securityGroupId: SecurityGroupId, after: string, limit: number) =>
      selectAfter.all(after, securityGroupId, limit),
    /** Rows of the group changed after `seq`, oldest change first. */
    listChanges: (securityGroupId: SecurityGroupId, seq: number, limit: number) =>
      selectChanges.all(securityGroupId, seq, limit),
    /** Of any group. */
    newestSeq: numbers.last,
    lastSeq: (securityGroupId: SecurityGroupId) => selectLastSeq.get(securityGroupId) ?? 0,
    lastChanges: (securityGroupId: SecurityGroupId) =>
      selectLastChanges.get(securityGroupId, securityGroupId) ?? { changed: 0, purged: 0 },
    /** Of the rows changed after `seq`, at most `limit` of them, oldest change first. */
    fingerprint: (securityGroupId: SecurityGroupId, seq: number, limit: number) =>
      selectFingerprint.get(securityGroupId, seq, limit) ?? { count: 0, last_seq: 0, sum_seq: 0, sum_rev: 0 },
    /** By resource; exams last changed before `since` are left out. `bytes`: sealed, of all versions. */
    measure: (securityGroupId: SecurityGroupId, since: string) => selectMeasures.all(securityGroupId, since),
    /** Like `listChanges`, without what is sealed. */
    listChangeNumbers: (securityGroupId: SecurityGroupId, seq: number, limit: number) =>
      selectChangeNumbers.all(securityGroupId, seq, limit),
    listClear: (securityGroupId: SecurityGroupId, seq: number, limit: number) =>
      selectClear.all(securityGroupId, seq, limit),
    /** With requests to co-sign that are neither met nor taken back. */
    listCosignOpen: (securityGroupId: SecurityGroupId): DocumentRow[] =>
      selectCosignOpen.all(securityGroupId),
    /** Exams without a patient that are not in the trash. */
    listUnlinkedExams: (securityGroupId: SecurityGroupId): DocumentId[] =>
      selectUnlinked.all(securityGroupId),
    listBySource: (sourceTag: Uint8Array, securityGroupId: SecurityGroupId, resource: Resource) =>
      selectBySource.all(sourceTag, securityGroupId, resource),
  };
}
