/** A patient's record in DICOM notation, as worklist items and documents made here state it. Source: DICOM PS3.5 6.2. */
import type { PatientSummary } from '#contract/documents/summaries.ts';
import { recordNameParts } from './compare-demographics.ts';
import { mainIdentifier } from './identifiers.ts';
import { type Sex, sexOf } from './sex.ts';

const NAME_MAX_CHARS = 64;
/** Type 2: empty where unknown. */
const SEX_CODES: Readonly<Record<Sex, string>> = { male: 'M', female: 'F', other: 'O', unknown: '' };

/** What a patient's record and its summary both have. */
export type NamedPatient = Pick<
  PatientSummary,
  'legal_name' | 'birth_date' | 'biological_sex' | 'identifiers'
>;

/** '' where nothing is known. */
export interface DicomPatient {
  /** `Kastellan^Mirela` */
  readonly patient_name: string;
  readonly patient_id: string;
  /** `YYYYMMDD` */
  readonly patient_birth_date: string;
  readonly patient_sex: string;
}

export function dicomPatient(patient: NamedPatient): DicomPatient {
  const { family, given } = recordNameParts(patient.legal_name);
  const sex = sexOf(patient.biological_sex);
  return {
    patient_name: [family, given].map(nameComponent).join('^').replace(/\^$/, ''),
    patient_id: plainText(mainIdentifier(patient.identifiers)?.value ?? ''),
    patient_birth_date: patient.birth_date?.slice(0, 10).replaceAll('-', '') ?? '',
    patient_sex: sex === undefined ? '' : SEX_CODES[sex],
  };
}

/** Removes value separators and control characters. */
export function plainText(text: string): string {
  return text.replaceAll(/[\\\p{Cc}]/gu, ' ').trim();
}

function nameComponent(text: string): string {
  return plainText(text.replaceAll(/[\^=]/g, ' ')).slice(0, NAME_MAX_CHARS);
}
