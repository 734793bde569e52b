/**
 * Patients who may or may not be someone already in the vault: a separate record is created, and its exams stay
 * unmatched until a person assigns one.
 */
import type { PatientRecordInput } from '#contract/documents/records.ts';
import { UNKNOWN_PATIENT } from '#fhir/export/map-exam.ts';
import type { Reference } from '#fhir/import/fhir-resources.ts';
import type { FhirTarget, Upserted } from '#imports/fhir/vault/import-provenance.ts';
import { recordNameParts } from '#records/identity/compare-demographics.ts';
import type { SentPatient } from '#records/studies/imaging-study.ts';

/** Patient data kept in a waiting exam. */
export interface AmbiguousPatient extends SentPatient {
  /** The record created from the sent data. */
  readonly record_id?: string;
  /** The stored record with the same id. */
  readonly near_id?: string;
}

const DAY_CHARS = 10;

/**
 * Reads whether a patient is ambiguous; undefined for certain patients, and after a person has assigned an exam to
 * the record.
 */
export async function readAmbiguousPatient(
  { client, signal, security_group_id }: FhirTarget,
  { apart, document_id }: Upserted,
  record: PatientRecordInput,
): Promise<AmbiguousPatient | undefined> {
  if (apart === undefined) return undefined;
  if (document_id !== undefined) {
    const query = { patient_id: document_id, security_group_id, limit: 1 } as const;
    const { items } = await client.exams.list(query, { signal }).page();
    if (items.length > 0) return undefined;
  }
  const { legal_name, identifiers, birth_date, biological_sex } = record;
  return {
    name: sentName(legal_name),
    id: (Array.isArray(identifiers) ? identifiers[0]?.value : undefined) ?? null,
    birth_date: birth_date?.slice(0, DAY_CHARS) ?? null,
    sex: biological_sex ?? null,
    ...(document_id === undefined ? {} : { record_id: document_id }),
    near_id: apart.other,
  };
}

/**
 * Patient data from the reference alone, for a patient in no file and not in the vault. Undefined for an exported exam
 * without a patient.
 */
export function waitingSubject(subject: Reference | undefined): AmbiguousPatient | undefined {
  if (subject?.reference === undefined && subject?.display === UNKNOWN_PATIENT) return undefined;
  return {
    name: sentName(subject?.display),
    id: subject?.identifier?.value ?? null,
    ...{ birth_date: null, sex: null },
  };
}

/** Writes a name in DICOM form. */
function sentName(name: string | null | undefined): string | null {
  if (!name || name.trim() === '') return null;
  const { family, given } = recordNameParts(name);
  return [family, given].filter(Boolean).join('^');
}
