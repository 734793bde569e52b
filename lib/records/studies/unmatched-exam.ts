/**
 * Sent patient data of unmatched exams, from DICOM studies and imports, sealed in the exam for the person who decides.
 */
import { type DocumentId, isUuidV7, parseDocumentId } from '#contract/ids.ts';
import { isJsonObject } from '#records/json-object.ts';
import { receivedStudy, type SentPatient } from './imaging-study.ts';

/** Key in an imported exam's custom attributes; a study has `dicom.unmatched`. */
export const SENT_PATIENT_KEY = 'to_match';

export interface SentExam {
  readonly sent: SentPatient;
  /** UID of the received study; empty for an exam that was not received as one. */
  readonly study_instance_uid: string;
  readonly referring_physician: string | null;
  readonly source_ae: string | null;
  /** The record created from the sent data. */
  readonly record_id: DocumentId | null;
  /** The similar record that may be the same patient. */
  readonly near_id: DocumentId | null;
}

/** Reads the sent patient data of an unmatched exam; undefined where the patient was certain. */
export function sentExam(customAttributes: unknown): SentExam | undefined {
  const study = receivedStudy(customAttributes);
  if (study?.unmatched !== undefined)
    return {
      sent: study.unmatched,
      study_instance_uid: study.study_instance_uid,
      referring_physician: study.referring_physician ?? null,
      source_ae: study.source_ae ?? null,
      ...{ record_id: null, near_id: null },
    };
  const waiting = isJsonObject(customAttributes) ? customAttributes[SENT_PATIENT_KEY] : undefined;
  if (!isJsonObject(waiting)) return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const id = (value: unknown) =>
    typeof value === 'string' && isUuidV7(value) ? parseDocumentId(value) : null;
  return {
    sent: {
      name: text(waiting['name']),
      id: text(waiting['id']),
      birth_date: text(waiting['birth_date']),
      sex: text(waiting['sex']),
    },
    ...{ study_instance_uid: '', referring_physician: null, source_ae: null },
    record_id: id(waiting['record_id']),
    near_id: id(waiting['near_id']),
  };
}
