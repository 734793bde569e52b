import type { PatientValues } from './patient-values.ts';

/** Form fields in reading order, with the message keys of their labels. */
const FIELDS = [
  { key: 'legal_name', label: 'patients.legalName' },
  { key: 'display_name', label: 'patients.displayName' },
  { key: 'birth_date', label: 'patients.birthDate' },
  { key: 'biological_sex', label: 'patients.sexAtBirth' },
  { key: 'gender_identity', label: 'patients.genderIdentity' },
  { key: 'race_identity', label: 'patients.raceIdentity' },
  { key: 'identifiers', label: 'patients.identifiers' },
  { key: 'external_id', label: 'patients.externalId' },
  { key: 'phone', label: 'patients.phone' },
  { key: 'email', label: 'patients.email' },
  { key: 'address', label: 'patients.address' },
  { key: 'internal_notes', label: 'patients.internalNotes' },
  { key: 'tags', label: 'patients.tags' },
] as const satisfies readonly { readonly key: keyof PatientValues; readonly label: string }[];

export function fieldText(values: PatientValues, key: keyof PatientValues): string {
  const value = values[key];
  if (typeof value === 'string') return value;
  return value.map((entry) => `${entry.type} ${entry.value}`.trim()).join(', ');
}

export function differingFields(mine: PatientValues, theirs: PatientValues) {
  return FIELDS.filter(({ key }) => fieldText(mine, key) !== fieldText(theirs, key));
}
