/** Compares a study's sent patient data with a patient record, value by value. Compares texts; decides no identity. */
import type { PatientSummary } from '#contract/documents/summaries.ts';
import { foldText } from '#records/folded-text.ts';
import type { SentPatient } from '#records/studies/imaging-study.ts';
import { identifierValues } from './identifiers.ts';

/** Comparison of one sent value with the record; null where either is missing. */
export interface DemographicComparison {
  readonly family_name: boolean | null;
  readonly given_name: boolean | null;
  readonly birth_date: boolean | null;
  readonly sex: boolean | null;
  readonly identifier: boolean | null;
}

export interface NameParts {
  readonly family: string;
  readonly given: string;
}

/** Parses `Family^Given^Middle^Prefix^Suffix` of the first representation. Source: DICOM PS3.5 6.2, PN. */
export function sentNameParts(name: string | null): NameParts {
  const [family = '', given = ''] = (name ?? '').split('=')[0]?.split('^') ?? [];
  return { family: family.trim(), given: given.trim() };
}

/** Parses `Family, Given`; otherwise the last word is the family name. */
export function recordNameParts(name: string): NameParts {
  const [family, given] = name.split(',', 2);
  if (given !== undefined) return { family: family?.trim() ?? '', given: given.trim() };
  const words = name.trim().split(/\s+/);
  return { family: words.at(-1) ?? '', given: words.slice(0, -1).join(' ') };
}

/** Key that sorts names by family, then given name, however each is written. */
export function nameSortKey(name: string): string {
  const { family, given } = recordNameParts(name);
  return `${family} ${given}`.trim();
}

const SEXES: Readonly<Record<string, string>> = { m: 'male', f: 'female', o: 'other' };

/** Maps `M`, `F`, `O` to the words of records. */
export function sentSex(sex: string | null): string | null {
  return sex === null ? null : (SEXES[sex.toLowerCase()] ?? sex);
}

export function compareDemographics(patient: PatientSummary, sent: SentPatient): DemographicComparison {
  const wanted = sentNameParts(sent.name);
  const known = recordNameParts(patient.legal_name);
  const identifiers = identifierValues(patient.identifiers);
  return {
    family_name: sameText(wanted.family, known.family),
    given_name: sameText(wanted.given, known.given),
    birth_date: sameText(sent.birth_date, patient.birth_date?.slice(0, 10) ?? null),
    sex: sameText(sentSex(sent.sex), patient.biological_sex),
    identifier: sent.id === null || identifiers.length === 0 ? null : identifiers.includes(sent.id),
  };
}

function sameText(sent: string | null, known: string | null): boolean | null {
  if (!sent || !known) return null;
  return foldText(sent) === foldText(known);
}
