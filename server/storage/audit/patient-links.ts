/** Which patient an exam or file belongs to, from plaintext columns: for audit entries, which then name the patient. */
import type { DocumentId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export type PatientLinks = ReturnType<typeof createPatientLinks>;

export function createPatientLinks(db: Statements) {
  const patient = db
    .prepare<[string, string], DocumentId | null>(
      `SELECT patient_id FROM documents WHERE document_id = ?
       UNION ALL SELECT patient_id FROM drive_nodes JOIN documents ON document_id = exam_id WHERE node_id = ?`,
    )
    .pluck();
  const objects = db
    .prepare<[string, string], string>(
      `SELECT document_id FROM documents WHERE patient_id = ?
       UNION ALL SELECT node_id FROM drive_nodes JOIN documents ON document_id = exam_id WHERE patient_id = ?`,
    )
    .pluck();
  return {
    /** The patient of an exam, or of the exam of a file; null without one, undefined for any other id. */
    patientOf: (id: string) => patient.get(id, id),
    /** Ids of the patient's exams and of their files, in any state. */
    objectsOf: (patientId: DocumentId) => objects.all(patientId, patientId),
  };
}
