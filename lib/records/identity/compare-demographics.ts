/** What a study's sender wrote beside what a patient's record says, value by value. It compares texts, not people. */
import type { PatientSummary } from '#contract/documents/summaries.ts';
import { foldText } from '#records/folded-text.ts';
import type { SentPatient } from '#records/studies/imaging-study.ts';
import { identifierValues } from './identifiers.ts';

/** Null: one of the two has none, so there is nothing to compare. */
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

/** `Family^Given^Middle^Prefix^Suffix` of the first representation. Source: DICOM PS3.5 6.2, PN. */
export function sentNameParts(name: string | null): NameParts {
  const [family = '', given = ''] = (name ?? '').split('=')[0]?.split('^') ?? [];
  return { family: family.trim(), given: given.trim() };
}

/** `Family, Given`, else the last word is the family's. */
export function recordNameParts(name: string): NameParts {
  const [family, given] = name.split(',', 2);
  if (given !== undefined) return { family: family?.trim() ?? '', given: given.trim() };
  const words = name.trim().split(/\s+/);
  return { family: words.at(-1) ?? '', given: words.slice(0, -1).join(' ') };
}

const SEXES: Readonly<Record<string, string>> = { m: 'male', f: 'female', o: 'other' };

/** `M`, `F`, `O` as records write them. */
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
