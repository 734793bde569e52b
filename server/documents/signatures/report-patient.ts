/** The patient an exam is about, as shown in a report's files. */
import type { ExamSignature } from '#contract/documents/signatures.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { requireDocument } from '#server/documents/reads/find-document.ts';
import { openHead } from '#server/documents/reads/get-document.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';

/**
 * Returns the patient an exam is about, for the statement of a signature; null without one. @throws CryptoError
 * when the patient's row was changed outside the vault.
 */
export function subjectOf(
  core: DocumentsCore,
  actor: Actor,
  { patient_id }: Pick<DocumentRow, 'patient_id'>,
): ExamSignature['subject'] {
  if (patient_id === null) return null;
  const row = requireDocument(core, actor, { resource: 'patients', document_id: patient_id }, 'viewer');
  const { legal_name, display_name, birth_date, identifiers } = openHead(core, actor, 'patients', row).record;
  return { legal_name, display_name, birth_date, identifiers };
}
