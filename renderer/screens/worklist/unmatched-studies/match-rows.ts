/** Builds the lines of the comparison: received value, recorded value, and their relation. */
import type { TFunction } from 'i18next';
import type { PatientSummary } from '#contract/documents/summaries.ts';
import type { UnmatchedStudy } from '#contract/imaging/unmatched-studies.ts';
import {
  type DemographicComparison,
  recordNameParts,
  sentNameParts,
  sentSex,
} from '#records/identity/compare-demographics.ts';
import { identifierValues, plainNumber } from '#records/identity/identifiers.ts';
import { sexWord } from '#renderer/components/records/sex.ts';
import { shortDay } from '#renderer/messages/dates.ts';

type Sent = UnmatchedStudy['sent'];

export interface ComparedValue {
  readonly text: string;
  readonly verdict: 'same' | 'differs' | 'unknown';
  readonly word: string;
}

export interface MatchRow {
  readonly label: string;
  readonly sent: string;
  readonly valueOf: (patient: PatientSummary, same: DemographicComparison) => ComparedValue;
}

export function matchRows(sent: Sent, t: TFunction): MatchRow[] {
  const name = sentNameParts(sent.name);
  const known = (patient: PatientSummary) => recordNameParts(patient.legal_name);
  const day = (text: string | null | undefined) => (text ? shortDay(text) : '');
  const row = (
    label: string,
    sentText: string,
    read: (patient: PatientSummary) => string,
    key: keyof DemographicComparison,
  ): MatchRow => ({
    label,
    sent: sentText,
    valueOf: (patient, same) => compared(sentText, read(patient), same[key], t),
  });
  return [
    row(t('match.familyName'), name.family, (patient) => known(patient).family, 'family_name'),
    row(t('match.givenName'), name.given, (patient) => known(patient).given, 'given_name'),
    row(t('match.born'), day(sent.birth_date), (patient) => day(patient.birth_date), 'birth_date'),
    row(
      t('match.sex'),
      sexWord(sentSex(sent.sex), t) ?? '',
      (patient) => sexWord(patient.biological_sex, t) ?? '',
      'sex',
    ),
    row(
      t('match.identifier'),
      sent.id ?? '',
      (patient) => nearestIdentifier(identifierValues(patient.identifiers), sent.id ?? ''),
      'identifier',
    ),
  ];
}

/** Lists values only the sender gives. */
export function sentOnlyRows(sent: Sent, t: TFunction): readonly (readonly [label: string, value: string])[] {
  return [
    [t('match.accession'), sent.accession_number ?? ''],
    [t('match.referrer'), (sent.referring_physician ?? '').replaceAll('^', ' ').trim()],
  ];
}

function compared(sent: string, text: string, same: boolean | null, t: TFunction): ComparedValue {
  if (same === null) return { text, verdict: 'unknown', word: t('match.cannotCompare') };
  if (same) return { text, verdict: 'same', word: t('match.same') };
  const isWriting = plainNumber(sent) === plainNumber(text);
  return { text, verdict: 'differs', word: t(isWriting ? 'match.writtenDifferently' : 'match.differs') };
}

function nearestIdentifier(values: readonly string[], sent: string): string {
  return (
    values.find((value) => value === sent) ??
    values.find((value) => plainNumber(value) === plainNumber(sent)) ??
    values[0] ??
    ''
  );
}
