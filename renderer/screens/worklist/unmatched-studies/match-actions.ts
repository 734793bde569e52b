/**
 * Actions on an unmatched study: assign it to a patient, create a patient from it, or move it to the trash.
 */
import type { TFunction } from 'i18next';
import { sentNameParts, sentSex } from '#records/identity/compare-demographics.ts';
import type { PersonFacts } from '#records/identity/same-person.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { readUnmatchedStudies, type WaitingStudy } from '#renderer/lists/unmatched-studies-store.ts';
import { count } from '#renderer/messages/numbers.ts';
import { showToast } from '#renderer/state/toast-store.ts';

/** Assigns the study to a patient. @throws any error of the vault; nothing has changed then. */
export async function assignStudy(
  { exam_id, images, study_instance_uid }: WaitingStudy,
  patient: { readonly patient_id: string; readonly name: string },
  t: TFunction,
): Promise<void> {
  await vault().exams.setPatient(exam_id, { patient_id: patient.patient_id });
  showToast({
    icon: 'check',
    text:
      study_instance_uid === ''
        ? t('match.examAssigned', { name: patient.name })
        : t('match.assigned', { count: images, number: count(images), name: patient.name }),
    action: { label: t('worklist.undo'), run: () => void restoreStudy(exam_id) },
  });
  await readUnmatchedStudies();
}

async function restoreStudy(examId: string): Promise<void> {
  await vault().exams.setPatient(examId, { patient_id: null });
  await readUnmatchedStudies();
}

/** Builds the patient record from the received data. */
export function sentRecord({ sent }: WaitingStudy) {
  const { family, given } = sentNameParts(sent.name);
  const legal_name = [family, given].filter(Boolean).join(', ');
  const sex = sentSex(sent.sex);
  return {
    ...(legal_name === '' ? {} : { legal_name }),
    ...(sent.birth_date === null ? {} : { birth_date: sent.birth_date }),
    ...(sex === null ? {} : { biological_sex: sex }),
    ...(sent.id === null ? {} : { identifiers: [{ type: 'MR', value: sent.id }] }),
  };
}

/** The facts by which a known patient may be the sent one. */
export function sentPerson({ sent }: WaitingStudy): PersonFacts {
  return {
    names: sent.name === null ? [] : [sent.name],
    birth_date: sent.birth_date,
    identifiers: sent.id === null ? [] : [{ type: 'MR', value: sent.id }],
  };
}

export async function assignToNewPatient(study: WaitingStudy, t: TFunction): Promise<void> {
  const record = sentRecord(study);
  const { security_group_id, record_id } = study;
  // An import has already created the record with all received data.
  if (record_id !== null) {
    await assignStudy(study, { patient_id: record_id, name: record.legal_name ?? '' }, t);
    return;
  }
  const made = await vault().patients.create({ security_group_id, record });
  const { document_id } = made.index;
  await assignStudy(study, { patient_id: document_id, name: made.summary.legal_name }, t);
}

/** Moves the study to the trash; nothing is deleted before the trash is emptied. */
export async function trashStudy({ exam_id, title }: WaitingStudy, t: TFunction): Promise<void> {
  await vault().exams.delete(exam_id);
  showToast({
    icon: 'trash',
    text: t('worklist.trashed', { title: title ?? t('worklist.untitled') }),
    action: {
      label: t('worklist.undo'),
      run: () => void vault().exams.restore(exam_id).then(readUnmatchedStudies),
    },
  });
  await readUnmatchedStudies();
}
