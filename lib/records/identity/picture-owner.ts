/**
 * Compares a picture's patient and day, as stated in its file, with its exam. A person's confirmation "these are
 * theirs" is stored in the exam's `custom_attributes.picture_owners`, so that it is asked once.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';
import { plainNumber } from './identifiers.ts';
import { isSameName } from './same-name.ts';

/** Patient and study data of a DICOM file, as the sender wrote them. */
export interface FileOwner {
  readonly patient_name: string | null;
  readonly patient_id: string | null;
  readonly patient_birth_date: string | null;
  readonly study_date: string | null;
}

/** Patient and days of the exam; unknown values are null or empty. */
export interface ExamOwner {
  /** Any of them may match the file's: display name or legal name. */
  readonly names: readonly string[];
  readonly birth_date: string | null;
  readonly ids: readonly string[];
  /** `2026-05-12`: an instant has two days, because time zones differ. */
  readonly days: readonly string[];
}

export type OwnerDifference = 'name' | 'id' | 'birth_date' | 'study_date';

const KEY = 'picture_owners';
/** Key in an entry for the patient it was confirmed for, after the exam was moved to another. */
const OTHERS = 'said_of_patient_id';
const FIELDS = ['patient_name', 'patient_id', 'patient_birth_date', 'study_date'] as const;

/** Values that both sides state differently. */
export function ownerDifferences(file: FileOwner, exam: ExamOwner): readonly OwnerDifference[] {
  const differences: OwnerDifference[] = [];
  const sent = file.patient_name?.trim() ?? '';
  const { names } = exam;
  if (sent !== '' && names.length > 0 && !names.some((name) => isSameName(sent, name)))
    differences.push('name');
  const id = plainNumber(file.patient_id ?? '');
  if (id !== '' && exam.ids.length > 0 && !exam.ids.some((own) => plainNumber(own) === id))
    differences.push('id');
  const [born, day] = [digitsOf(file.patient_birth_date), digitsOf(file.study_date)];
  if (born !== '' && exam.birth_date !== null && digitsOf(exam.birth_date) !== born)
    differences.push('birth_date');
  if (day !== '' && exam.days.length > 0 && !exam.days.some((own) => digitsOf(own) === day))
    differences.push('study_date');
  return differences;
}

/**
 * True when a person confirmed exactly this name, id, birth date and study date. Confirmations for a former patient of
 * the exam do not count.
 */
export function isOwnerConfirmed(attributes: JsonObject | null, file: FileOwner): boolean {
  return keptEntries(attributes).some(
    (entry) =>
      isJsonObject(entry) &&
      entry[OTHERS] === undefined &&
      FIELDS.every((field) => (entry[field] ?? null) === file[field]),
  );
}

/**
 * Updates confirmations when an exam is moved to another patient: each entry keeps the patient it was confirmed for.
 */
export function withMovedOwners(
  attributes: JsonObject | null,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): JsonObject | null {
  const entries = keptEntries(attributes);
  if (from === null || entries.length === 0) return attributes;
  const moved = entries.map((entry) => {
    if (!isJsonObject(entry)) return entry;
    const { [OTHERS]: whose = from, ...said } = entry;
    return whose === to ? said : { ...said, [OTHERS]: whose };
  });
  return { ...attributes, [KEY]: moved };
}

export function withConfirmedOwner(
  attributes: JsonObject | null,
  file: FileOwner,
  said: { readonly said_by: string; readonly said_at: string },
): JsonObject {
  const owner = Object.fromEntries(FIELDS.map((field) => [field, file[field]]));
  return { ...attributes, [KEY]: [...keptEntries(attributes), { ...owner, ...said }] };
}

function keptEntries(attributes: JsonObject | null): readonly unknown[] {
  const kept = attributes?.[KEY];
  return Array.isArray(kept) ? [...kept] : [];
}

/** `19610314` for `1961-03-14…`, `1961.03.14` and `19610314`; '' for incomplete days. */
function digitsOf(day: string | null): string {
  const [, year, month, date] = /^(\d{4})[-.]?(\d{2})[-.]?(\d{2})(?!\d)/.exec(day?.trim() ?? '') ?? [];
  return year === undefined ? '' : `${year}${month}${date}`;
}
