/** Converts a patient record to form text and back. Parts the form does not show are kept unchanged. */
import type { Address, Identifiers, PatientRecord, PatientRecordInput } from '#contract/documents/records.ts';
import { identifierLines } from '#records/identity/identifiers.ts';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';
import { addressLines } from '#renderer/components/records/address-lines.ts';

export interface IdentifierEntry {
  /** Id of the entry within the form's list. */
  readonly id: number;
  readonly type: string;
  readonly value: string;
}

export interface PatientValues {
  readonly legal_name: string;
  readonly display_name: string;
  readonly birth_date: string;
  readonly biological_sex: string;
  readonly gender_identity: string;
  readonly race_identity: string;
  readonly identifiers: readonly IdentifierEntry[];
  readonly external_id: string;
  readonly phone: string;
  readonly email: string;
  /** Address as lines of text. */
  readonly address: string;
  readonly internal_notes: string;
  /** Tags separated by commas. */
  readonly tags: string;
}

export const EMPTY_PATIENT: PatientValues = {
  legal_name: '',
  display_name: '',
  birth_date: '',
  biological_sex: '',
  gender_identity: '',
  race_identity: '',
  identifiers: [{ id: 1, type: 'MRN', value: '' }],
  external_id: '',
  phone: '',
  email: '',
  address: '',
  internal_notes: '',
  tags: '',
};

/** A patient not yet made: the text is a number where it has a digit, else a name. */
export function patientFrom(text: string): PatientValues {
  if (!/\d/.test(text)) return { ...EMPTY_PATIENT, legal_name: text };
  return { ...EMPTY_PATIENT, identifiers: [{ id: 1, type: 'MRN', value: text }] };
}

export function valuesOf(record: PatientRecord, tags: readonly string[]): PatientValues {
  const lines = identifierLines(record.identifiers);
  return {
    legal_name: record.legal_name,
    display_name: record.display_name === record.legal_name ? '' : record.display_name,
    birth_date: record.birth_date?.slice(0, 10) ?? '',
    biological_sex: record.biological_sex ?? '',
    gender_identity: record.gender_identity ?? '',
    race_identity: record.race_identity ?? '',
    identifiers: lines.map(({ type, value }, index) => ({ id: index + 1, type, value })),
    external_id: record.external_id ?? '',
    phone: record.phone ?? '',
    email: record.email ?? '',
    address: addressLines(record.address).join('\n'),
    internal_notes: record.internal_notes ?? '',
    tags: tags.join(', '),
  };
}

export function tagsOf({ tags }: PatientValues): string[] {
  return [...new Set(tags.split(',').flatMap((tag) => tag.trim() || []))];
}

const orNull = (text: string) => text.trim() || null;

/** Builds the record to seal. Unchanged fields keep the values of `base`, the opened record. */
export function recordOf(values: PatientValues, base: PatientRecord | undefined): PatientRecordInput {
  const before = base ? valuesOf(base, []) : EMPTY_PATIENT;
  const birth = parseLenientDate(values.birth_date);
  const unchangedBirth = base !== undefined && values.birth_date === before.birth_date;
  return {
    ...base,
    legal_name: orNull(values.legal_name),
    display_name: orNull(values.display_name),
    birth_date: unchangedBirth
      ? base.birth_date
      : birth.kind === 'day' || birth.kind === 'moment'
        ? birth.iso
        : null,
    biological_sex: orNull(values.biological_sex),
    gender_identity: orNull(values.gender_identity),
    race_identity: orNull(values.race_identity),
    identifiers: identifiersOf(values, base?.identifiers),
    external_id: orNull(values.external_id),
    phone: orNull(values.phone),
    email: orNull(values.email),
    address: base && values.address === before.address ? base.address : addressOf(values.address),
    internal_notes: orNull(values.internal_notes),
    custom_attributes: base?.custom_attributes ?? null,
  };
}

function addressOf(text: string): Address {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  return lines.length === 0 ? null : { lines };
}

/** Keeps the form (array or object) and the systems of existing identifiers. */
function identifiersOf({ identifiers }: PatientValues, before: Identifiers | undefined): Identifiers {
  const filled = identifiers.filter(({ value }) => value.trim() !== '');
  if (filled.length === 0) return null;
  if (before && !Array.isArray(before)) {
    return Object.fromEntries(filled.map(({ type, value }) => [type.trim(), value.trim()]));
  }
  return filled.map(({ type, value }) => {
    const ofType = before?.filter((old) => (old.type ?? old.system ?? '') === type) ?? [];
    const same = ofType.find((old) => old.value === value);
    if (same) return same;
    // A corrected number keeps its system if there is only one it can replace.
    const isOnlyOne = ofType.length === 1 && filled.filter((entry) => entry.type === type).length === 1;
    return { ...(isOnlyOne ? ofType[0] : { type: orNull(type) }), value: value.trim() };
  });
}
