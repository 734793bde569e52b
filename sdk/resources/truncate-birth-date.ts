/**
 * Reduces a patient's birth date to the client's `time_precision` before sending, so that the vault never learns
 * more. Source: API spec, "Patient record", rule 1.
 */
import type { PatientRecordInput } from '#contract/documents/records.ts';
import { parseInstant, type TimePrecision, truncateInstant } from '#contract/instant.ts';

/** Leaves an invalid `birth_date` unchanged, because the vault reports the error. */
export function truncateBirthDate(record: PatientRecordInput, precision: TimePrecision): PatientRecordInput {
  if (precision === 'none' || typeof record.birth_date !== 'string') return record;
  const instant = parseInstant(record.birth_date);
  return instant === undefined ? record : { ...record, birth_date: truncateInstant(instant, precision) };
}
