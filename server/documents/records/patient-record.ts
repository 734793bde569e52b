/** A patient record as sealed: names filled, instants in UTC, every field present. Source: choices, "Documents". */

import type { PatientRecord, PatientRecordInput } from '#contract/documents/records.ts';
import { parseInstant, type TimePrecision, truncateInstant } from '#contract/instant.ts';
import { VaultError } from '#contract/vault-error.ts';
import { checkCustomAttributes } from './custom-attributes.ts';

/** @throws invalid_request without a usable name, or with a birth date that is no instant. */
export function normalisePatient(input: PatientRecordInput, precision: TimePrecision): PatientRecord {
  const names = patientNames(input);
  return { ...names, ...otherFields(input, precision) };
}

/** A draft may still be without names. @throws invalid_request as above, names aside. */
export function normalisePatientDraft(input: PatientRecordInput, precision: TimePrecision): PatientRecord {
  const legal_name = input.legal_name ?? '';
  const display_name = input.display_name ?? '';
  return { legal_name, display_name, ...otherFields(input, precision) };
}

function patientNames(input: PatientRecordInput): Pick<PatientRecord, 'legal_name' | 'display_name'> {
  for (const field of ['legal_name', 'display_name'] as const) {
    const name = input[field];
    if (typeof name === 'string' && name.trim() === '') {
      throw new VaultError('invalid_request', `record.${field} must not be empty.`);
    }
  }
  const legal = input.legal_name ?? input.display_name;
  const display = input.display_name ?? input.legal_name;
  if (typeof legal !== 'string' || typeof display !== 'string') {
    throw new VaultError('invalid_request', 'record needs a legal_name or a display_name.');
  }
  return { legal_name: legal, display_name: display };
}

function otherFields(
  input: PatientRecordInput,
  precision: TimePrecision,
): Omit<PatientRecord, 'legal_name' | 'display_name'> {
  checkCustomAttributes(input.custom_attributes);
  return {
    identifiers: input.identifiers ?? null,
    external_id: input.external_id ?? null,
    birth_date: birthDate(input.birth_date ?? null, precision),
    biological_sex: input.biological_sex ?? null,
    gender_identity: input.gender_identity ?? null,
    race_identity: input.race_identity ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    address: input.address ?? null,
    internal_notes: input.internal_notes ?? null,
    custom_attributes: input.custom_attributes ?? null,
  };
}

function birthDate(given: string | null, precision: TimePrecision): string | null {
  return given === null ? null : truncateInstant(requireInstant(given, 'record.birth_date'), precision);
}

/** @throws invalid_request naming `field`, never its value. */
export function requireInstant(text: string, field: string): string {
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  throw new VaultError(
    'invalid_request',
    `${field} must be a day (YYYY-MM-DD) or an RFC 3339 date-time with its offset.`,
  );
}
