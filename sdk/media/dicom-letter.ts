/**
 * Makes the letter of an exam a DICOM document of its study, to be kept by an archive beside the pictures. An exam
 * without pictures has the study its worklist item names. Source: choices, "DICOM"; DICOM PS3.3 A.45.1.
 */
import type { PatientRecord } from '#contract/documents/records.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { parseDocumentId } from '#contract/ids.ts';
import type { MadeDocument } from '#dicom/write/dicomdir.ts';
import { encapsulatedLetter, type LetterStudy } from '#dicom/write/encapsulated-letter.ts';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { dicomPatient, plainText } from '#records/identity/dicom-patient.ts';
import { identifierValues } from '#records/identity/identifiers.ts';
import { isOwnerConfirmed, ownerDifferences } from '#records/identity/picture-owner.ts';
import { isSample } from '#records/sample/sample-mark.ts';
import { studyUidOfExam } from '#records/studies/imaging-study.ts';
import { studyOfLetter } from '#records/studies/study-of-letter.ts';
import { studyStart } from '#records/studies/study-start.ts';
import type { DriveApi } from '#sdk/drive/drive.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { ExamsApi } from '#sdk/resources/exams.ts';
import type { PatientsApi } from '#sdk/resources/patients.ts';
import { createUids } from './deterministic-uids.ts';
import { sealedAt } from './sealed-at.ts';

export interface LetterSource {
  readonly exams: Pick<ExamsApi, 'get' | 'reportFile'>;
  readonly patients: Pick<PatientsApi, 'get'>;
  readonly drive: (securityGroupId: string) => Pick<DriveApi, 'series'>;
}

export interface DicomLetter extends MadeDocument {
  readonly version_id: string;
}

const TITLE_MAX_CHARS = 1024;
const DESCRIPTION_MAX_CHARS = 64;

/**
 * Writes the letter of the newest version. The same letter gives the same UIDs.
 * @throws VaultError invalid_request without a version or a patient, for an invented one, while pictures are still being
 * read, where they name another patient, and where it is open to which of their studies the letter belongs;
 * VaultApiError not_found, permission_denied
 */
export async function dicomLetter(
  source: LetterSource,
  examId: string,
  options: CallOptions = {},
): Promise<DicomLetter> {
  const { index, version_id, record } = await source.exams.get(examId, undefined, options);
  const refuse = (words: string): never => {
    throw new VaultError('invalid_request', words);
  };
  if (version_id === null) return refuse('This exam has no version yet. Seal one first.');
  if (isSample(record.custom_attributes)) return refuse('A sample is not sent: its patient is invented.');
  const patientId = index.meta.patient_id ?? null;
  if (patientId === null) return refuse('This exam has no patient. Give it one first.');
  const [{ record: patient }, { items, waiting }, { bytes: pdf }] = await Promise.all([
    source.patients.get(patientId, undefined, options),
    source.drive(index.security_group_id).series(examId, options),
    source.exams.reportFile(examId, { format: 'pdf', version_id }, options),
  ]);
  if (waiting > 0)
    return refuse('Pictures of this exam are still being read. Wait until all are shown, then try again.');
  const pictured = items.flatMap(({ instances }) => instances.map(({ header }) => header));
  const owner = ownerOf(patient);
  const others = pictured.some(
    (header) =>
      ownerDifferences(header, owner).length > 0 && !isOwnerConfirmed(record.custom_attributes, header),
  );
  if (others)
    return refuse(
      'Pictures of this exam name another patient. Say in the exam whose they are, then try again.',
    );
  const worklistUid = studyUidOfExam(parseDocumentId(examId));
  const study = studyOfLetter(pictured, record, worklistUid);
  if (study === undefined)
    return refuse(
      'The pictures of this exam are of several studies, and neither its accession number nor its day says which one is its own. Correct them in the exam, then try again.',
    );
  // An archive files by what the letter states, and that is what the pictures state.
  if (study.some((header) => ownerDifferences(header, owner).length > 0))
    return refuse(
      'The pictures name a patient other than the record does, and the letter would be filed under that name, even though somebody said whose the pictures are. Correct the name in the pictures or in the record, then try again.',
    );
  const uids = createUids();
  const own = study[0] ?? studyOf();
  // A version's letter changes when it is signed: another document needs a UID of its own, or an archive keeps the first.
  const content = await uids.hashed(new Uint8Array(pdf));
  const letter = encapsulatedLetter({
    study: own,
    pdf,
    title: plainText(record.title ?? '').slice(0, TITLE_MAX_CHARS),
    sealed_at: sealedAt(version_id),
    series_uid: await uids.hashed(`${examId} ${own.study_uid} letter series`),
    instance_uid: await uids.hashed(`${version_id} letter ${content}`),
  });
  return { ...letter, version_id };

  function studyOf(): LetterStudy {
    const { exam_date, custom_attributes } = record;
    const { day, time } = exam_date === null ? { day: '', time: '' } : studyStart(exam_date);
    return {
      ...dicomPatient(patient),
      study_uid: worklistUid,
      study_date: day,
      study_time: time,
      study_id: null,
      study_description: plainText(record.title ?? '').slice(0, DESCRIPTION_MAX_CHARS),
      accession_number: accessionNumber(custom_attributes),
      referring_physician: null,
    };
  }
}

function ownerOf({ display_name, legal_name, birth_date, identifiers }: PatientRecord) {
  const names = [display_name, legal_name].filter((name) => name !== '');
  return { names, birth_date, ids: identifierValues(identifiers), days: [] };
}
