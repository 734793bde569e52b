/** Converts an exam and its patient to a worklist item. Source: DICOM PS3.5 6.2, PS3.4 K.6.1.2.2. */
import type { ExamSummary, PatientSummary } from '#contract/documents/summaries.ts';
import type { DocumentId } from '#contract/ids.ts';
import type { WorklistItem } from '#dicom/worklist-attributes.ts';
import { dicomPatient, plainText } from '#records/identity/dicom-patient.ts';
import { studyUidOfExam } from '#records/studies/imaging-study.ts';
import { studyStart } from '#records/studies/study-start.ts';

const LONG_STRING_MAX_CHARS = 64;
const SHORT_STRING_MAX_CHARS = 16;
const CODE_STRING = /^[A-Z0-9_ ]{1,16}$/;

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
  const procedureId = exam.exam_id.replaceAll('-', '').slice(-SHORT_STRING_MAX_CHARS);
  const description = plainText(exam.title).slice(0, LONG_STRING_MAX_CHARS);
  const { day, time } = studyStart(exam.exam_date);
  const { patient_name, patient_id, patient_birth_date, patient_sex } = dicomPatient(patient);
  return {
    AccessionNumber: plainText(exam.accession_number),
    PatientName: patient_name,
    PatientID: patient_id,
    PatientBirthDate: patient_birth_date,
    PatientSex: patient_sex,
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
