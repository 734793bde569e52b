/** Converts an exam and its patient to a worklist item. Source: DICOM PS3.5 6.2, PS3.4 K.6.1.2.2. */
import type { ExamSummary, PatientSummary } from '#contract/documents/summaries.ts';
import type { DocumentId } from '#contract/ids.ts';
import type { WorklistItem } from '#dicom/worklist-attributes.ts';
import { recordNameParts } from '#records/identity/compare-demographics.ts';
import { mainIdentifier } from '#records/identity/identifiers.ts';
import { type Sex, sexOf } from '#records/identity/sex.ts';
import { studyUidOfExam } from '#records/studies/imaging-study.ts';

const LONG_STRING_MAX_CHARS = 64;
const SHORT_STRING_MAX_CHARS = 16;
const CODE_STRING = /^[A-Z0-9_ ]{1,16}$/;
const MIDNIGHT = 'T00:00:00.000Z';
/** Codes of the recorded sex. Type 2: empty where unknown. */
const SEX_CODES: Readonly<Record<Sex, string>> = { male: 'M', female: 'F', other: 'O', unknown: '' };

/** Fields a worklist item needs; undefined where the exam is not scheduled or has no patient. */
export interface ScheduledExam {
  readonly exam_id: DocumentId;
  readonly accession_number: string;
  readonly modality: string;
  /** An instant; midnight UTC means a day without a time. */
  readonly exam_date: string;
  readonly title: string;
}

export function toScheduledExam(exam_id: DocumentId, summary: ExamSummary): ScheduledExam | undefined {
  const { accession_number, exam_date, title } = summary;
  const modality = summary.modality?.trim().toUpperCase() ?? '';
  if (accession_number === null || exam_date === null || !CODE_STRING.test(modality)) return undefined;
  return { exam_id, accession_number, modality, exam_date, title: title ?? '' };
}

/**
 * `station`: application entity title of the requesting modality, because exams here are planned for no particular one.
 */
export function toWorklistItem(exam: ScheduledExam, patient: PatientSummary, station: string): WorklistItem {
  const { family, given } = recordNameParts(patient.legal_name);
  const procedureId = exam.exam_id.replaceAll('-', '').slice(-SHORT_STRING_MAX_CHARS);
  const description = plain(exam.title).slice(0, LONG_STRING_MAX_CHARS);
  const { day, time } = startOf(exam.exam_date);
  const sex = sexOf(patient.biological_sex);
  return {
    AccessionNumber: plain(exam.accession_number),
    PatientName: [family, given].map(nameComponent).join('^').replace(/\^$/, ''),
    PatientID: plain(mainIdentifier(patient.identifiers)?.value ?? ''),
    PatientBirthDate: patient.birth_date?.slice(0, 10).replaceAll('-', '') ?? '',
    PatientSex: sex === undefined ? '' : SEX_CODES[sex],
    StudyInstanceUID: studyUidOfExam(exam.exam_id),
    RequestedProcedureID: procedureId,
    RequestedProcedureDescription: description,
    Modality: exam.modality,
    ScheduledStationAETitle: station,
    ScheduledProcedureStepStartDate: day,
    ScheduledProcedureStepStartTime: time,
    ScheduledProcedureStepDescription: description,
    ScheduledProcedureStepID: procedureId,
    ScheduledProcedureStepStatus: 'SCHEDULED',
  };
}

/** Formats the start of an exam in this computer's time zone, as on the modality's clock. */
function startOf(instant: string): { readonly day: string; readonly time: string } {
  if (instant.endsWith(MIDNIGHT)) return { day: instant.slice(0, 10).replaceAll('-', ''), time: '' };
  const at = new Date(instant);
  const two = (number: number) => String(number).padStart(2, '0');
  return {
    day: `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`,
    time: two(at.getHours()) + two(at.getMinutes()) + two(at.getSeconds()),
  };
}

/** Removes value separators and control characters. */
function plain(text: string): string {
  return text.replaceAll(/[\\\p{Cc}]/gu, ' ').trim();
}

function nameComponent(text: string): string {
  return plain(text.replaceAll(/[\^=]/g, ' ')).slice(0, LONG_STRING_MAX_CHARS);
}
