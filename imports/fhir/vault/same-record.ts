/** Whether what is held and what is sent can be one person or one exam, where their ids alone do not say so. */
import type {
  ExamRecord,
  Identifiers,
  PatientRecord,
  PatientRecordInput,
} from '#contract/documents/records.ts';
import type { MappedExam } from '#imports/fhir/mapping/mapped-exam.ts';
import { accessionNumber } from '#records/accession-number.ts';
import { foldText } from '#records/folded-text.ts';

const DAY_CHARS = 10;

/** The birth date agrees, and an identifier; where neither side has one, the name. */
export function isSamePerson(held: PatientRecord, sent: PatientRecordInput): boolean {
  const [born, said] = [dayOf(held.birth_date), dayOf(sent.birth_date)];
  if (born === undefined || born !== said) return false;
  const [known, given] = [identifierKeys(held.identifiers), identifierKeys(sent.identifiers)];
  if (known.length > 0 || given.length > 0) return given.some((key) => known.includes(key));
  return foldText(held.legal_name) === foldText(sent.legal_name ?? '');
}

/** `patientId`: undefined where the exam that is sent names no patient that is known. */
export function isSameExam(
  held: ExamRecord,
  heldPatientId: string | undefined,
  { record }: MappedExam,
  patientId: string | undefined,
): boolean {
  const [known, sent] = [accessionNumber(held.custom_attributes), accessionNumber(record.custom_attributes)];
  if (known !== null && sent !== null && known !== sent) return false;
  const isTitled = foldText(held.title ?? '') === foldText(record.title ?? '');
  const isDated = dayOf(held.exam_date) === dayOf(record.exam_date);
  if (heldPatientId === undefined || patientId === undefined) return isTitled && isDated;
  return heldPatientId === patientId && (isTitled || isDated);
}

/** System and value as one text; `type` says nothing about whose it is. */
export function identifierKeys(identifiers: Identifiers | undefined): string[] {
  if (!Array.isArray(identifiers)) return [];
  return identifiers.map(({ system, value }) => JSON.stringify([system ?? null, value.trim()]));
}

function dayOf(date: string | null | undefined): string | undefined {
  return date?.slice(0, DAY_CHARS);
}
