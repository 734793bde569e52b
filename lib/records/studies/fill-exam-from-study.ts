/**
 * Fills empty fields of an exam received as a study from further objects: day, accession number, referring physician,
 * patient. Values sent earlier or written by a person stay.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { foldText } from '#records/folded-text.ts';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { sentNameParts } from '#records/identity/compare-demographics.ts';
import { isJsonObject } from '#records/json-object.ts';
import { examOfStudy, receivedStudy, type SentPatient, studyPatient } from './imaging-study.ts';

interface StudyExam {
  readonly exam_date?: string | null;
  readonly custom_attributes?: unknown;
}

export interface Completion {
  /** Completed fields of the record. */
  readonly fields: { readonly exam_date?: string; readonly custom_attributes?: JsonObject };
  /** Sent patient, when the data has only now become sufficient for matching. */
  readonly patient: SentPatient | undefined;
}

/**
 * Finds values for the exam's empty fields.
 * @param headers of the exam's files, of any study. Undefined where nothing can be filled.
 */
export function completedStudy(exam: StudyExam, headers: readonly DicomHeader[]): Completion | undefined {
  const attributes = isJsonObject(exam.custom_attributes) ? exam.custom_attributes : {};
  const study = receivedStudy(attributes);
  const dicom = attributes['dicom'];
  const own = headers.filter(({ study_uid }) => study_uid === study?.study_instance_uid);
  if (study === undefined || !isJsonObject(dicom) || own.length === 0) return undefined;
  const said = examOfStudy(own, true);
  const patient = completedPatient(study.unmatched, own);
  const exam_date = exam.exam_date ? undefined : said.exam_date;
  const accession_number =
    accessionNumber(attributes) === null ? said.custom_attributes.accession_number : undefined;
  const referring_physician =
    study.referring_physician === undefined ? said.custom_attributes.dicom.referring_physician : undefined;
  const isOfDicom = patient !== undefined || referring_physician !== undefined;
  if (exam_date === undefined && accession_number === undefined && !isOfDicom) return undefined;
  return {
    fields: {
      ...(exam_date === undefined ? {} : { exam_date }),
      custom_attributes: {
        ...attributes,
        ...(accession_number === undefined ? {} : { accession_number }),
        dicom: {
          ...dicom,
          ...(patient === undefined ? {} : { unmatched: patient }),
          ...(referring_physician === undefined ? {} : { referring_physician }),
        },
      },
    },
    patient: patient !== undefined && isEnough(patient) ? patient : undefined,
  };
}

/**
 * Completes the sent patient by further objects. Undefined where the first data was sufficient, or the new data
 * adds nothing or is about another patient.
 */
function completedPatient(
  first: SentPatient | undefined,
  headers: readonly DicomHeader[],
): SentPatient | undefined {
  if (first === undefined || isEnough(first)) return undefined;
  const said = studyPatient(headers);
  const isNoOther =
    isSameOrUnsaid(first.id, said.id) &&
    isSameOrUnsaid(first.birth_date, said.birth_date) &&
    isSameOrUnsaid(first.sex, said.sex) &&
    isSameOrUnsaid(familyOf(first.name), familyOf(said.name));
  if (!isNoOther) return undefined;
  const filled = {
    name: first.name ?? said.name,
    id: first.id ?? said.id,
    birth_date: first.birth_date ?? said.birth_date,
    sex: first.sex ?? said.sex,
  };
  return JSON.stringify(filled) === JSON.stringify({ ...filled, ...first }) ? undefined : filled;
}

/** True when identifier and birth date allow matching. */
function isEnough({ id, birth_date }: SentPatient): boolean {
  return id !== null && birth_date !== null;
}

function isSameOrUnsaid(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

function familyOf(name: string | null): string | null {
  const family = name === null ? '' : sentNameParts(name).family;
  return foldText(family) || null;
}
