/**
 * Maps an exam to de-identified FHIR R4: builds a new record from permitted fields only, then maps it like any other.
 * Source: 45 CFR 164.514(b)(2)(i).
 */
import type { FhirResource } from 'fhir/r4.d.ts';
import type { ExamRecord, PatientRecord } from '#contract/documents/records.ts';
import { type Pseudonyms, shiftedDay } from '#deidentify/pseudonyms.ts';
import type { ReviewedText } from '#deidentify/text/review-report.ts';
import { toExamResources } from '#fhir/export/map-exam.ts';
import { toPatient } from '#fhir/export/map-patient.ts';
import { withSampleLabel } from '#fhir/export/with-sample-label.ts';
import { completeRecord } from '#records/complete-record.ts';
import { sexOf } from '#records/identity/sex.ts';
import { reportStatus } from '#records/reports/report-status.ts';

export interface DeidentifiedExam {
  readonly exam_id: string;
  readonly record: ExamRecord;
  readonly patient: PatientRecord | null;
  readonly text: ReviewedText;
  readonly pseudonyms: Pseudonyms;
}

/** Above this age even a year of birth identifies. */
const AGE_MAX_YEARS = 89;
/** DICOM's own terms; other text could be anything. */
const MODALITY = /^[A-Z]{2,10}$/;

export async function deidentifiedExam(exam: DeidentifiedExam): Promise<readonly FhirResource[]> {
  const { exam_id, record, patient, text, pseudonyms } = exam;
  const subject = toPatient(
    await pseudonyms.id('patient'),
    completeRecord('patients', {
      legal_name: pseudonyms.patient,
      display_name: pseudonyms.patient,
      birth_date: birthYear(patient?.birth_date ?? null, record.exam_date),
      biological_sex: safeSex(patient?.biological_sex ?? null),
    }),
    [],
  );
  const status = reportStatus(record.custom_attributes);
  const resources = toExamResources({
    document_id: await pseudonyms.id(exam_id),
    record: completeRecord('exams', {
      title: text.title,
      modality: record.modality !== null && MODALITY.test(record.modality) ? record.modality : null,
      exam_date: dayOf(record.exam_date, pseudonyms.shiftDays),
      report_html: text.report_html,
      custom_attributes: status === null ? null : { report: { status } },
    }),
    tags: [],
    patient: { reference: `Patient/${subject.id}` },
  });
  return withSampleLabel([subject, ...resources], record.custom_attributes);
}

function dayOf(instant: string | null, shiftDays: number): string | null {
  return instant === null ? null : (shiftedDay(instant.slice(0, 10), shiftDays) ?? null);
}

/** The year only; none for a person now, or at the exam, older than 89. */
function birthYear(birth: string | null, examined: string | null): string | null {
  const year = Number(birth?.slice(0, 4));
  if (birth === null || !Number.isInteger(year) || year === 0) return null;
  const last = Math.max(new Date().getUTCFullYear(), Number(examined?.slice(0, 4) ?? 0));
  return last - year > AGE_MAX_YEARS ? null : birth.slice(0, 4);
}

/** Drops other recorded words, which may reveal more than a sex. */
function safeSex(recorded: string | null): string | null {
  return sexOf(recorded) !== undefined || recorded?.toLowerCase() === 'intersex' ? recorded : null;
}
