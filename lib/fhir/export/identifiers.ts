import type { CodeableConcept, Identifier } from 'fhir/r4.d.ts';
import type { PatientRecord } from '#contract/documents/records.ts';

/** Pattern of codes in HL7 v2 table 0203. */
const IDENTIFIER_CODE = /^[A-Z]{2,6}$/;

/** Maps a record's identifiers, without empty ones. */
export function toIdentifiers(identifiers: PatientRecord['identifiers']): Identifier[] {
  if (identifiers === null) return [];
  const list = Array.isArray(identifiers)
    ? identifiers
    : Object.entries(identifiers).map(([type, value]) => ({ system: null, type, value }));
  return list
    .filter(({ value }) => value !== '')
    .map(({ system, type, value }) => ({
      ...(type ? { type: typeOf(type) } : {}),
      ...(system ? { system } : {}),
      value,
    }));
}

function typeOf(type: string): CodeableConcept {
  if (!IDENTIFIER_CODE.test(type)) return { text: type };
  return { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: type }] };
}
