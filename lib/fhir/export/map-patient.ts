/** Maps a patient record to a FHIR R4 Patient; `lib/fhir/import/mapping/map-patient.ts` maps back. */
import type { Address, Extension, Patient } from 'fhir/r4.d.ts';
import type { PatientRecord } from '#contract/documents/records.ts';
import { type Sex, sexOf } from '#records/identity/sex.ts';
import { isJsonObject } from '#records/json-object.ts';
import { toIdentifiers } from './identifiers.ts';
import { exportedSourceId, resourceId } from './resource-id.ts';
import { attributesText, ownExtensions, TAG_SYSTEM } from './vault-extensions.ts';

const US_CORE = 'http://hl7.org/fhir/us/core/StructureDefinition/';
const BIRTH_SEX: Partial<Readonly<Record<Sex, string>>> = { male: 'M', female: 'F' };

export function toPatient(documentId: string, record: PatientRecord, tags: readonly string[]): Patient {
  const { custom_attributes: attributes, legal_name, display_name } = record;
  const id = resourceId(attributes, documentId);
  const kept = keptFhir(record);
  const gender = sexOf(textOf(kept['administrative_gender']) ?? genderOf(record));
  const birthDate = record.birth_date?.slice(0, 10) ?? textOf(kept['birth_date']);
  const deceased = kept['deceased'];
  const telecom = [
    ...(record.phone ? [{ system: 'phone' as const, value: record.phone }] : []),
    ...(record.email ? [{ system: 'email' as const, value: record.email }] : []),
  ];
  return {
    resourceType: 'Patient',
    id,
    ...meta(tags),
    extension: [
      ...usCore(record, textOf(kept['ethnicity'])),
      ...ownExtensions({
        attributes: attributesText(attributes),
        sourceId: exportedSourceId(attributes),
        internalNotes: record.internal_notes,
        externalId: record.external_id === id ? null : record.external_id,
      }),
    ],
    ...present({ identifier: toIdentifiers(record.identifiers), telecom }),
    name: [
      { use: 'official', text: legal_name },
      ...(display_name === legal_name ? [] : [{ use: 'usual' as const, text: display_name }]),
    ],
    ...(gender === undefined ? {} : { gender }),
    ...(birthDate === undefined ? {} : { birthDate }),
    ...(typeof deceased === 'boolean' ? { deceasedBoolean: deceased } : {}),
    ...(typeof deceased === 'string' ? { deceasedDateTime: deceased } : {}),
    ...present({ address: addressOf(record.address) }),
  };
}

/** Drops empty lists, which FHIR forbids. */
export function present<Lists extends Readonly<Record<string, readonly unknown[]>>>(
  lists: Lists,
): { [Name in keyof Lists]?: Lists[Name] } {
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return Object.fromEntries(filled) as { [Name in keyof Lists]?: Lists[Name] };
}

/** Tags become display texts, because FHIR codes forbid some of their characters. */
export function meta(tags: readonly string[]) {
  return tags.length === 0 ? {} : { meta: { tag: tags.map((display) => ({ system: TAG_SYSTEM, display })) } };
}

/** FHIR data the import stored beside the record's own fields. */
function keptFhir({ custom_attributes: attributes }: PatientRecord): Readonly<Record<string, unknown>> {
  const kept = attributes?.['fhir'];
  return isJsonObject(kept) ? kept : {};
}

function genderOf({ biological_sex: sex }: PatientRecord): string | undefined {
  if (sex === null || sex === '') return undefined;
  return sexOf(sex) ?? 'other';
}

function usCore(record: PatientRecord, ethnicity: string | undefined): Extension[] {
  const { race_identity: race, gender_identity: identity, biological_sex: sex } = record;
  const known = sexOf(sex);
  const code = known && BIRTH_SEX[known];
  return [
    ...(race ? [readable('us-core-race', race)] : []),
    ...(ethnicity === undefined ? [] : [readable('us-core-ethnicity', ethnicity)]),
    ...(code === undefined ? [] : [{ url: `${US_CORE}us-core-birthsex`, valueCode: code }]),
    ...(code === undefined && sex ? [{ url: `${US_CORE}us-core-birthsex`, valueString: sex }] : []),
    ...(identity
      ? [{ url: `${US_CORE}us-core-genderIdentity`, valueCodeableConcept: { text: identity } }]
      : []),
  ];
}

function readable(name: string, text: string): Extension {
  return { url: `${US_CORE}${name}`, extension: [{ url: 'text', valueString: text }] };
}

function addressOf(address: PatientRecord['address']): Address[] {
  if (address === null) return [];
  if (typeof address === 'string') {
    const line = address.split('\n').filter((text) => text.trim() !== '');
    return line.length === 0 ? [] : [{ line }];
  }
  const { lines, city, region, postal_code, country } = address;
  const fields = {
    ...present({ line: (lines ?? []).filter((text) => text !== '') }),
    ...(city ? { city } : {}),
    ...(region ? { state: region } : {}),
    ...(postal_code ? { postalCode: postal_code } : {}),
    ...(country ? { country } : {}),
  };
  return Object.keys(fields).length === 0 ? [] : [fields];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
