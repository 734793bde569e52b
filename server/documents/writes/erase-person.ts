/**
 * Erases a patient's record and exams for good in one transaction: active, archived and trashed ones. The drives erase
 * their files first; if new files arrived meanwhile, nothing is erased and the caller starts again.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { deletePurgedRows, removePurgedTraces, requireErasable } from './purge-document.ts';

export interface Person {
  readonly patient_id: DocumentId;
  readonly security_group_id: SecurityGroupId;
  readonly created_at: string;
  readonly exams: readonly DocumentId[];
  readonly versions: number;
  /** Number of current and discarded drafts. */
  readonly drafts: number;
}

/**
 * Finds the patient's record and exams, by rows that verify.
 * @throws not_found, permission_denied unless an owner, has_dependents for an exam that does not verify,
 * version_pending, and errors that forbid purging one of them.
 */
export function personOf(core: DocumentsCore, actor: Actor, patientId: DocumentId): Person {
  const rows = rowsOf(core, actor, patientId);
  const [patient] = rows;
  return {
    patient_id: patientId,
    security_group_id: patient.security_group_id,
    created_at: patient.created_at,
    exams: rows.slice(1).map(({ document_id }) => document_id),
    versions: rows.reduce((sum, { seq }) => sum + seq, 0),
    drafts: rows.reduce((sum, { document_id }) => sum + core.drafts.listAll(document_id).length, 0),
  };
}

/**
 * `keep` stores the erasure's statement inside the same transaction.
 * @returns false where `isUnchanged` finds inside the transaction that something changed since the check.
 */
export async function erasePerson(
  core: DocumentsCore,
  actor: Actor,
  person: Person,
  isStill: (exams: readonly DocumentId[]) => boolean,
  keep: () => void,
): Promise<boolean> {
  const { patient_id, security_group_id } = person;
  const expected = [patient_id, ...person.exams];
  for (const id of expected) core.pending.add(id);
  try {
    const gone = await core.commits.write(() => {
      for (const id of expected) core.pending.delete(id);
      const rows = rowsOf(core, actor, patient_id);
      for (const id of expected) core.pending.add(id);
      const exams = rows.slice(1).map(({ document_id }) => document_id);
      if (exams.join() !== person.exams.join() || !isStill(exams)) return undefined;
      // Exams first, because they are linked to the record.
      for (const row of rows.toReversed()) deletePurgedRows(core, actor, row);
      keep();
      return rows;
    });
    if (gone === undefined) return false;
    await removePurgedTraces(core, actor, security_group_id, expected);
    return true;
  } finally {
    for (const id of expected) core.pending.delete(id);
  }
}

/** The patient's record first, then its exams by id. */
function rowsOf(core: DocumentsCore, actor: Actor, patientId: DocumentId): [DocumentRow, ...DocumentRow[]] {
  const patient = requireErasable(core, actor, { resource: 'patients', document_id: patientId });
  const exams = core.documents.listExamsOf(patientId).map(({ document_id }) => {
    try {
      return requireErasable(core, actor, { resource: 'exams', document_id });
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      throw new VaultError(
        'has_dependents',
        `The exam ${document_id} names this person, but is damaged. Purge it by its id, then erase again.`,
      );
    }
  });
  return [patient, ...exams];
}
