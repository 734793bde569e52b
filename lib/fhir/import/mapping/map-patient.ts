/** Maps a FHIR Patient to a patient record. Source: docs/guide/cli.md, "FHIR import". */

import type { PatientRecordInput } from '#contract/documents/records.ts';
import { OWN_EXTENSIONS } from '#fhir/export/vault-extensions.ts';
import type {
  Address,
  Extension,
  HumanName,
  Identifier,
  Patient,
  Period,
} from '#fhir/import/fhir-resources.ts';
import { refuseModifiers } from './refuse-modifiers.ts';
import { extensionName, unmappedExtensions, unmappedFields } from './unmapped-fields.ts';
import { clip, codingText, conceptText } from './values/coded-text.ts';
import { wholeDate } from './values/fhir-date.ts';
import { IDENTIFIERS_MAX_COUNT, identifierOf } from './values/identifier.ts';
import { ownAttributes, ownTags, ownText } from './vault-extensions.ts';

export interface MappedPatient {
  readonly record: PatientRecordInput;
  /** Tags from the vault's own export; undefined where the source has none. */
  readonly tags: readonly string[] | undefined;
  readonly unmapped: readonly string[];
  /** Notices for a person, one sentence each, without content. */
  readonly notices: readonly string[];
}

const HANDLED_EXTENSIONS = new Set([
  'us-core-race',
  'us-core-ethnicity',
  'us-core-birthsex',
  'us-core-individual-sex',
  'us-core-sex',
  'us-core-genderIdentity',
  ...Object.values(OWN_EXTENSIONS),
]);
const USUAL = new Set(['usual', 'nickname']);
const BYNAMES = new Set([...USUAL, 'anonymous', 'temp']);
/** Preference among valid addresses; others follow the first. */
const ADDRESS_ORDER = ['home', undefined, 'work', 'temp', 'billing'];
/** Extension that states why a value is missing. */
const ABSENT = 'data-absent-reason';
const HANDLED_FIELDS = [
  'extension',
  'identifier',
  'name',
  'telecom',
  'gender',
  'birthDate',
  'address',
  'deceasedBoolean',
  'deceasedDateTime',
  'active',
  'link',
];
/** Links between patients that a record can store. */
const REPLACING = new Set(['replaced-by', 'replaces']);

/**
 * A complete name text is preferred over its parts; a name valid at `now` over an expired one.
 * @throws Error when the patient has neither name nor number, or an unknown modifier.
 */
export function mapPatient(patient: Patient, now: number): MappedPatient {
  refuseModifiers(patient);
  const holds = ({ period }: { readonly period?: Period }) => !isOutside(period, now);
  const names = {
    official: officialName(patient, now),
    usual: patient.name?.find((name) => holds(name) && USUAL.has(name.use ?? '')),
  };
  const usual = fullName(names.usual);
  const given = (patient.identifier ?? []).filter(({ value }) => value !== undefined);
  const isCurrent = (one: Identifier) => holds(one) && one.use !== 'old';
  // Expired numbers are kept for matching, after the valid ones.
  const identifiers = [...given.filter(isCurrent), ...given.filter((one) => !isCurrent(one))];
  const known = fullName(names.official) ?? usual;
  const name = known ?? placeholderName(patient, identifiers[0]?.value);
  const [email, phone] = [telecom(patient, 'email', now), telecom(patient, 'phone', now)];
  const address = patient.address
    ?.filter((one) => holds(one) && one.use !== 'old')
    .toSorted((a, b) => ADDRESS_ORDER.indexOf(a.use) - ADDRESS_ORDER.indexOf(b.use))[0];
  const birthDate = wholeDate(patient.birthDate);
  const notes = ownText(patient.extension, 'internalNotes');
  const links = patient.link ?? [];
  const replacedBy = links.find(({ type }) => type === 'replaced-by')?.other?.reference;
  const record: PatientRecordInput = {
    legal_name: clip(name),
    display_name: clip(usual ?? name),
    identifiers: identifiers.slice(0, IDENTIFIERS_MAX_COUNT).map(identifierOf),
    external_id:
      ownText(patient.extension, 'externalId') ?? (patient.id === undefined ? null : clip(patient.id)),
    ...(notes === undefined ? {} : { internal_notes: notes }),
    birth_date: birthDate ?? null,
    biological_sex: birthSex(patient) ?? null,
    gender_identity: extensionText(patient, ['us-core-genderIdentity']) ?? null,
    race_identity: extensionText(patient, ['us-core-race']) ?? null,
    email: email?.value === undefined ? null : clip(email.value),
    phone: phone?.value === undefined ? null : clip(phone.value),
    address: addressOf(address),
    custom_attributes: ownAttributes(patient.extension) ?? {
      fhir: defined({
        administrative_gender: patient.gender,
        ethnicity: extensionText(patient, ['us-core-ethnicity']),
        deceased: patient.deceasedDateTime ?? patient.deceasedBoolean,
        // The vault stores complete days only; a partial date is kept as text.
        birth_date: birthDate === undefined ? patient.birthDate : undefined,
        active: patient.active === false ? false : undefined,
        replaced_by: replacedBy,
      }),
    },
  };
  return {
    record,
    tags: ownTags(patient),
    unmapped: [
      ...unmappedFields(patient, HANDLED_FIELDS),
      ...unmappedExtensions('Patient', patient.extension, HANDLED_EXTENSIONS),
      ...identifiers.slice(IDENTIFIERS_MAX_COUNT).map(() => 'Patient.identifier'),
      ...othersThan([names.official, names.usual], patient.name).map(() => 'Patient.name'),
      ...othersThan([email, phone], patient.telecom).map(() => 'Patient.telecom'),
      ...othersThan([address], patient.address).map(() => 'Patient.address'),
      ...links.filter(({ type }) => !REPLACING.has(type ?? '')).map(() => 'Patient.link'),
    ],
    notices: [
      ...(known === undefined ? ['It has no name: it comes in as unknown, with its number.'] : []),
      ...(patient.active === false && replacedBy === undefined ? ['Its source says it is not active.'] : []),
    ],
  };
}

/** A year or month includes its last day. */
function isOutside({ start, end }: Period = {}, now: number): boolean {
  const day = new Date(now).toISOString();
  return (end !== undefined && end < day.slice(0, end.length)) || (start !== undefined && start > day);
}

/**
 * Name of a patient without one, from the number.
 * @throws Error when there is no number, unless the source states that the name is missing.
 */
function placeholderName(patient: Patient, number: string | undefined): string {
  const isSaidAbsent = JSON.stringify([patient.name]).includes(ABSENT);
  if (number === undefined && !isSaidAbsent) throw new Error('This Patient has no name.');
  return ['Unknown', number ?? patient.id].filter(Boolean).join(', ');
}

/**
 * Chooses the name of the patient: the valid official one, else the first that is neither former nor a nickname.
 */
function officialName(patient: Patient, now: number): HumanName | undefined {
  const isFormer = ({ use, period }: HumanName) =>
    use === 'old' || use === 'maiden' || isOutside(period, now);
  const lasting = patient.name?.filter((name) => !isFormer(name));
  const official = ({ use }: HumanName) => use === 'official';
  const plain = ({ use }: HumanName) => !BYNAMES.has(use ?? '');
  return (
    lasting?.find(official) ??
    lasting?.find(plain) ??
    lasting?.[0] ??
    patient.name?.find(official) ??
    patient.name?.[0]
  );
}

/** Further items, for which a record has no field. */
function othersThan<Item>(taken: readonly (Item | undefined)[], items: readonly Item[] = []): Item[] {
  return items.filter((item) => !taken.includes(item));
}

function fullName(name: HumanName | undefined): string | undefined {
  if (name === undefined) return undefined;
  const parts = [...(name.given ?? []), name.family, ...(name.suffix ?? [])];
  return name.text?.trim() || parts.filter(Boolean).join(' ') || undefined;
}

/** The birth sex if stated, else the administrative gender. */
function birthSex(patient: Patient): string | undefined {
  const code = extensionText(patient, ['us-core-birthsex', 'us-core-sex', 'us-core-individual-sex']);
  if (code === 'M' || code === '248153007' || code?.startsWith('Male')) return 'male';
  if (code === 'F' || code === '248152002' || code?.startsWith('Female')) return 'female';
  return code ?? patient.gender;
}

function extensionText(patient: Patient, names: readonly string[]): string | undefined {
  const extension = patient.extension?.find(({ url }) => names.includes(extensionName(url)));
  return extension === undefined ? undefined : valueText(extension);
}

/** us-core puts readable `text` beside the codes of a complex extension. */
function valueText(extension: Extension): string | undefined {
  const own =
    extension.valueString ??
    extension.valueCode ??
    codingText(extension.valueCoding) ??
    conceptText(extension.valueCodeableConcept);
  if (own !== undefined) return clip(own);
  const inner = extension.extension ?? [];
  const readable = inner.find(({ url }) => url === 'text') ?? inner[0];
  return readable === undefined ? undefined : valueText(readable);
}

function telecom(patient: Patient, system: 'email' | 'phone', now: number) {
  const points = (patient.telecom ?? []).filter(
    (point) => point.system === system && point.use !== 'old' && !isOutside(point.period, now),
  );
  return points.toSorted((a, b) => (a.rank ?? 99) - (b.rank ?? 99))[0];
}

function addressOf(address: Address | undefined): Exclude<PatientRecordInput['address'], undefined> {
  if (address === undefined) return null;
  const lines = address.line ?? (address.text === undefined ? [] : [address.text]);
  return {
    lines: lines.slice(0, 10).map(clip),
    city: address.city ?? null,
    region: address.state ?? null,
    postal_code: address.postalCode ?? null,
    country: address.country ?? null,
  };
}

function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
