/** Checks the patient an exam is linked to. Source: choices, "Documents" (`POST`, `PUT /v1/exams/{id}/patient`). */

import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type { ExamPatientBody } from '#contract/documents/requests.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { toIndex } from '#server/documents/reads/document-view.ts';
import { requireExpectedVersion, requireWritable } from '#server/documents/reads/find-document.ts';
import { verifyRow } from '#server/documents/sealing/document-row-mac.ts';
import { requireSameMark } from '#server/documents/sealing/sample-mark.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { changedRow, commitChange, updatedColumns } from './change-document-row.ts';

/**
 * Requires a patient of the exam's group.
 * @throws invalid_request when the patient is unknown, in another group, or being purged; null means no patient.
 */
export function requirePatientInGroup(
  core: DocumentsCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  patientId: DocumentId | null,
): void {
  if (patientId === null) return;
  const patient = core.documents.find(patientId);
  const isUsable =
    patient?.resource === 'patients' &&
    patient.security_group_id === securityGroupId &&
    !core.pending.has(patientId);
  if (!isUsable)
    throw new VaultError(
      'invalid_request',
      'patient_id is not a patient of this security group. Choose one of the same group.',
    );
  verifyRow(actor.keyRing, patient);
}

export async function setExamPatient(
  core: DocumentsCore,
  actor: Actor,
  examId: DocumentId,
  body: ExamPatientBody,
): Promise<DocumentIndex> {
  const { patient_id } = body;
  return commitChange(core, actor, {
    name: { resource: 'exams', document_id: examId },
    role: 'editor',
    prepare: (exam) => {
      requireWritable(core, exam);
      requireExpectedVersion(exam, body.expected_latest_version_id);
      requirePatientInGroup(core, actor, exam.security_group_id, patient_id);
      requireSameMark(core, actor, exam, patient_id);
      const result = (row: DocumentRow) => toIndex(core, row);
      if (exam.patient_id === patient_id) return { next: null, result };
      return {
        next: changedRow(actor, exam, { patient_id, ...updatedColumns(core, actor) }),
        result,
        persist: () => {
          requirePatientInGroup(core, actor, exam.security_group_id, patient_id);
          core.documents.updatePatient(examId, patient_id);
        },
      };
    },
  });
}
