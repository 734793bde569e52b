/**
 * Compares a patient being typed with those known, and a typed search with a patient. An exact match is the same number
 * of the same type, or the same name with the same birth date; anything less is only similar.
 */
import { foldText, wordsOf } from '#records/folded-text.ts';
import { identifierLines, identifierValues } from '#records/identity/identifiers.ts';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';
import type { PatientRow } from '#renderer/state/record-cache/record-row.ts';
import type { PatientValues } from './patient-values.ts';

type Summary = NonNullable<PatientRow['summary']>;

export interface PatientMatch {
  readonly row: PatientRow;
  readonly isExact: boolean;
}

const MRN = /^(?:mrn|mr|medical record)/iu;

/** Exact matches first, then by name. `patientId`: of the edited patient, which is not its own match. */
export function patientMatches(
  rows: Iterable<PatientRow>,
  values: PatientValues,
  patientId: string | undefined,
): PatientMatch[] {
  const ranked = [...rows].flatMap((row) => {
    const { summary } = row;
    if (summary === null || row.is_deleted || row.id === patientId) return [];
    const rank = rankOf(summary, values);
    return rank === undefined ? [] : [{ row, rank, name: foldText(summary.display_name ?? '') }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map(({ row, rank }) => ({ row, isExact: rank < SIMILAR }));
}

const SIMILAR = 2;

function rankOf(summary: Summary, values: PatientValues): number | undefined {
  const lines = identifierLines(summary.identifiers);
  const own = values.identifiers.filter(({ value }) => value.trim() !== '');
  const isSameNumber = own.some(({ type, value }) =>
    lines.some((line) => fold(line.value) === fold(value) && isSameType(line.type, type)),
  );
  if (isSameNumber) return 0;
  const birth = parseLenientDate(values.birth_date);
  const isSameBirth = birth.kind === 'day' && summary.birth_date?.slice(0, 10) === birth.iso;
  const typed = namesOf(values);
  const known = namesOf(summary);
  if (isSameBirth && typed.some((name) => known.includes(name))) return 1;
  const numbers = lines.map(({ value }) => fold(value));
  if (own.some(({ value }) => value.trim().length > 2 && numbers.includes(fold(value)))) return SIMILAR;
  const words = new Set(wordsOf(`${values.legal_name} ${values.display_name}`));
  const names = new Set(wordsOf(`${summary.legal_name} ${summary.display_name}`));
  const shared = [...words].filter((word) => word.length > 1 && names.has(word)).length;
  return shared >= 2 || (shared >= 1 && isSameBirth) ? SIMILAR : undefined;
}

/** Each name as its words in one order: `Kastellan, Mirela` is `Mirela Kastellan`. */
function namesOf(names: {
  readonly legal_name?: string | null;
  readonly display_name?: string | null;
}): string[] {
  return [names.legal_name, names.display_name]
    .map((name) =>
      wordsOf(name ?? '')
        .toSorted()
        .join(' '),
    )
    .filter((name) => name !== '');
}

function isSameType(one: string, other: string): boolean {
  return fold(one) === fold(other) || (MRN.test(one) && MRN.test(other));
}

function fold(text: string): string {
  return foldText(text.trim());
}

/** Rank of a patient found by typed text: its number, its whole name, whole words of it, beginnings of words. */
export function searchRank(summary: Summary, text: string): number {
  if (identifierValues(summary.identifiers).some((value) => fold(value) === fold(text))) return 0;
  const wanted = wordsOf(text);
  if (namesOf(summary).includes(wanted.toSorted().join(' '))) return 1;
  const words = wordsOf(`${summary.legal_name} ${summary.display_name}`);
  return wanted.every((word) => words.includes(word)) ? 2 : 3;
}
