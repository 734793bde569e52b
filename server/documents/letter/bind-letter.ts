/**
 * What a signature keeps for the letter of its version, and the letters that the signatures of an exam keep.
 * Source: choices, third part, "Letter" ("A signed version's letter is the same bytes for ever").
 */
import type { BoundLetter, BoundPatient } from '#contract/exchange/letter.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { addressLines } from '#records/letter/order-parties.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { requireDocument } from '#server/documents/reads/find-document.ts';
import { openHead } from '#server/documents/reads/get-document.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { groupLetterheads } from './group-letterheads.ts';

/** @param author of the version that is signed. @throws what reading the patient and listing templates throw */
export async function bindLetter(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  author: PrincipalId,
): Promise<BoundLetter> {
  const locale = core.ownLocale(actor);
  return {
    prepared_by: core.displayNameOf(author),
    patient: patientOf(core, actor, row),
    letterheads: await groupLetterheads(core, actor, row.security_group_id),
    ...(locale && { locale }),
  };
}

function patientOf(
  core: DocumentsCore,
  actor: Actor,
  { patient_id }: Pick<DocumentRow, 'patient_id'>,
): BoundPatient | null {
  if (patient_id === null) return null;
  const row = requireDocument(core, actor, { resource: 'patients', document_id: patient_id }, 'viewer');
  const { display_name, birth_date, biological_sex, identifiers, address } = openHead(
    core,
    actor,
    'patients',
    row,
  ).record;
  const document_id = patient_id;
  return {
    ...{ document_id, name: display_name, birth_date, biological_sex, identifiers },
    address: addressLines(address),
  };
}
