/**
 * Maps a DICOM study to an exam and its patient. Matches only by identifier and birth date. Source: choices, "Exam",
 * "DICOM"; imaging design, "DICOM in records".
 */
import type { PatientSummary } from '#contract/documents/summaries.ts';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { type DocumentId, isUuidV7, parseDocumentId } from '#contract/ids.ts';
import { isAccessionNumber } from '#records/identity/accession-number.ts';
import { identifierValues } from '#records/identity/identifiers.ts';
import { isJsonObject } from '#records/json-object.ts';
import { studyFacts } from './study-title-and-modality.ts';

/** Prefix for UUIDs as UIDs, PS3.5 B.2. */
const UUID_ROOT = '2.25.';

/** The patient of a study as the sender wrote it. */
export interface SentPatient {
  readonly name: string | null;
  readonly id: string | null;
  /** Birth date, `YYYY-MM-DD`. */
  readonly birth_date: string | null;
  readonly sex: string | null;
}

/** Content of `custom_attributes.dicom` in an exam received as a study. */
export interface SentStudy {
  readonly study_instance_uid: string;
  /** Sent patient data, unchanged, where no patient was matched with certainty. */
  readonly unmatched?: SentPatient;
  readonly referring_physician?: string;
  /** Application entity title of the sender. */
  readonly source_ae?: string;
}

/** Source id of a study, equal for all senders, so that the same study is found again. */
export function studySourceId(studyUid: string): string {
  return `urn:oid:${studyUid}`;
}

/** Study UID for an exam created here, passed to modalities. */
export function studyUidOfExam(examId: DocumentId): string {
  return UUID_ROOT + BigInt(`0x${examId.replaceAll('-', '')}`).toString();
}

/** The exam this study UID was created for; undefined for foreign UIDs. */
export function examIdOfStudyUid(studyUid: string): DocumentId | undefined {
  const digits = studyUid.startsWith(UUID_ROOT) ? studyUid.slice(UUID_ROOT.length) : '';
  if (!/^[1-9][0-9]{0,38}$/.test(digits)) return undefined;
  const hex = BigInt(digits).toString(16).padStart(32, '0');
  if (hex.length > 32) return undefined;
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuidV7(id) ? parseDocumentId(id) : undefined;
}

export function patientAsSent(header: DicomHeader | undefined): SentPatient {
  return {
    name: header?.patient_name ?? null,
    id: header?.patient_id ?? null,
    birth_date: dicomDay(header?.patient_birth_date ?? null) ?? null,
    sex: header?.patient_sex ?? null,
  };
}

/**
 * The patient of a study, from its first object or another one of the same patient with enough data to match. Reports
 * and key objects often lack a birth date.
 */
export function studyPatient(headers: readonly DicomHeader[]): SentPatient {
  const [first] = headers;
  const ids = new Set(headers.flatMap(({ patient_id }) => patient_id ?? []));
  // Objects of several patients in one study cannot complete each other.
  if (ids.size > 1) return patientAsSent(first);
  const patients = headers.map(patientAsSent);
  return patients.find((each) => each.id !== null && each.birth_date !== null) ?? patientAsSent(first);
}

/**
 * `unmatched`: the patient as sent, sealed in the record for the person who decides. Objects of the study complete each
 * other.
 */
export function examOfStudy(headers: readonly DicomHeader[], isMatched: boolean, sourceAe?: string) {
  const study_instance_uid = headers[0]?.study_uid ?? '';
  const exam_date = firstOf(headers, ({ study_date }) => dicomDay(study_date));
  const accession_number = firstOf(headers, ({ accession_number: number }) =>
    isAccessionNumber(number) ? number : undefined,
  );
  const referring_physician = firstOf(headers, (header) => header.referring_physician || undefined);
  const dicom: SentStudy = {
    study_instance_uid,
    ...(isMatched ? {} : { unmatched: studyPatient(headers) }),
    ...(referring_physician ? { referring_physician } : {}),
    ...(sourceAe ? { source_ae: sourceAe } : {}),
  };
  return {
    ...studyFacts(headers),
    ...(exam_date === undefined ? {} : { exam_date }),
    custom_attributes: {
      ...(accession_number ? { accession_number } : {}),
      dicom,
      import: { source: 'dicom', source_id: studySourceId(study_instance_uid) },
    },
  };
}

function firstOf(
  headers: readonly DicomHeader[],
  read: (header: DicomHeader) => string | undefined,
): string | undefined {
  for (const header of headers) {
    const value = read(header);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Study data stored in a received exam; undefined for one created here. */
export function receivedStudy(customAttributes: unknown): SentStudy | undefined {
  const dicom = isJsonObject(customAttributes) ? customAttributes['dicom'] : undefined;
  if (!isJsonObject(dicom) || typeof dicom['study_instance_uid'] !== 'string') return undefined;
  const { unmatched, referring_physician, source_ae } = dicom;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    study_instance_uid: dicom['study_instance_uid'],
    ...(isJsonObject(unmatched)
      ? {
          unmatched: {
            name: text(unmatched['name']),
            id: text(unmatched['id']),
            birth_date: text(unmatched['birth_date']),
            sex: text(unmatched['sex']),
          },
        }
      : {}),
    ...(typeof referring_physician === 'string' ? { referring_physician } : {}),
    ...(typeof source_ae === 'string' ? { source_ae } : {}),
  };
}

/** True when the sent identifier and birth date are this patient's; false where either is missing. */
export function isPatientOf(patient: PatientSummary, sent: SentPatient): boolean {
  return (
    sent.id !== null &&
    sent.birth_date !== null &&
    patient.birth_date?.startsWith(sent.birth_date) === true &&
    identifierValues(patient.identifiers).includes(sent.id)
  );
}

/** True when a sent value contradicts the record; missing values do not. */
export function conflictsWith(patient: PatientSummary, sent: SentPatient): boolean {
  const known = identifierValues(patient.identifiers);
  const isOtherDay =
    sent.birth_date !== null &&
    patient.birth_date !== null &&
    !patient.birth_date.startsWith(sent.birth_date);
  return isOtherDay || (sent.id !== null && known.length > 0 && !known.includes(sent.id));
}

/** `YYYYMMDD` as `YYYY-MM-DD`; undefined for an invalid day. */
export function dicomDay(text: string | null): string | undefined {
  const [, year, month, day] = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  const written = `${year}-${month}-${day}`;
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined;
}
