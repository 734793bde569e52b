/** Decides whether a stored and a sent record can be the same patient or exam, where ids alone do not. */
import type {
  ExamRecord,
  Identifiers,
  PatientRecord,
  PatientRecordInput,
} from '#contract/documents/records.ts';
import type { MappedExam } from '#fhir/import/mapping/mapped-exam.ts';
import { foldText } from '#records/folded-text.ts';
import { accessionNumber } from '#records/identity/accession-number.ts';
import type { FieldHashes } from './field-hashes.ts';

const DAY_CHARS = 10;

/**
 * The source's fields at the last import and now: where the source is unchanged, differences come from a person, and
 * the record is the same.
 */
export interface SourceFieldsTwice {
  readonly before: FieldHashes;
  readonly now: FieldHashes;
}

/** Requires equal birth date and an identifier; without identifiers on either side, the name. */
export function isSamePatient(
  held: PatientRecord,
  sent: PatientRecordInput,
  said: SourceFieldsTwice,
): boolean {
  const [born, given] = [dayOf(held.birth_date), dayOf(sent.birth_date)];
  if (given === undefined || !(born === given || saysStill(said, 'birth_date'))) return false;
  const [known, numbers] = [identifierKeys(held.identifiers), identifierKeys(sent.identifiers)];
  const isNumbered = numbers.some((key) => known.includes(key)) || saysStill(said, 'identifiers');
  if (numbers.length > 0) return isNumbered;
  // The sent record has no identifiers; earlier it had some, or a person added them.
  if (said.before['identifiers'] === undefined ? known.length > 0 : !isNumbered) return false;
  return foldText(held.legal_name) === foldText(sent.legal_name ?? '') || saysStill(said, 'legal_name');
}

/** `patientId`: undefined where the sent exam names no known patient. */
export function isSameExam(
  held: ExamRecord,
  heldPatientId: string | undefined,
  { record }: MappedExam,
  patientId: string | undefined,
  said: SourceFieldsTwice,
): boolean {
  const [known, sent] = [accessionNumber(held.custom_attributes), accessionNumber(record.custom_attributes)];
  const isRenumbered = known !== null && sent !== null && known !== sent;
  if (isRenumbered && !saysStill(said, 'custom_attributes.accession_number')) return false;
  const isTitled = foldText(held.title ?? '') === foldText(record.title ?? '') || saysStill(said, 'title');
  const isDated = dayOf(held.exam_date) === dayOf(record.exam_date) || saysStill(said, 'exam_date');
  const isNumbered = known !== null && known === sent;
  if (heldPatientId === undefined || patientId === undefined)
    return isNumbered ? isTitled || isDated : isTitled && isDated;
  // A person may have moved it to another patient.
  const isTheirs = heldPatientId === patientId || saysStill(said, 'patient');
  return isTheirs && (isTitled || isDated || isNumbered);
}

function saysStill({ before, now }: SourceFieldsTwice, field: string): boolean {
  return before[field] !== undefined && before[field] === now[field];
}

/** System and value as one text; `type` does not identify. */
export function identifierKeys(identifiers: Identifiers | undefined): string[] {
  if (!Array.isArray(identifiers)) return [];
  return identifiers.map(({ system, value }) => JSON.stringify([system ?? null, value.trim()]));
}

function dayOf(date: string | null | undefined): string | undefined {
  return date?.slice(0, DAY_CHARS);
}
