/**
 * Compares a patient being typed or sent with those known, and a typed search with a patient. Who may be the same
 * person decides `maySamePerson`; others with words or a number in common are only similar.
 */
import { foldText, wordsOf } from '#records/folded-text.ts';
import { identifierLines, identifierValues, plainNumber } from '#records/identity/identifiers.ts';
import { maySamePerson, type PersonFacts, type SamePersonReason } from '#records/identity/same-person.ts';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import type { PatientRow } from '#renderer/state/record-cache/record-row.ts';
import type { PatientValues } from './patient-values.ts';

type Summary = NonNullable<PatientRow['summary']>;

export interface PatientMatch {
  readonly row: PatientRow;
  /** Why this may be the same person; undefined for a similar one. */
  readonly reason: SamePersonReason | undefined;
}

const RANKS: Readonly<Record<SamePersonReason, number>> = { number: 0, name_and_birth_date: 1, name: 2 };
const SIMILAR = 3;

/** The facts of typed values. */
export function typedPerson({
  legal_name,
  display_name,
  birth_date,
  identifiers,
}: PatientValues): PersonFacts {
  const birth = parseLenientDate(birth_date);
  return {
    names: [legal_name, display_name],
    birth_date: birth.kind === 'day' || birth.kind === 'moment' ? birth.iso : null,
    identifiers,
  };
}

/** Possibly the same person first, then by name. `patientId`: of the edited patient, which is not its own match. */
export function patientMatches(
  rows: Iterable<PatientRow>,
  person: PersonFacts,
  patientId: string | undefined,
): PatientMatch[] {
  const ranked = [...rows].flatMap((row) => {
    const { summary } = row;
    if (summary === null || row.is_deleted || row.id === patientId) return [];
    const reason = maySamePerson(summary, person);
    if (reason === undefined && !isSimilar(summary, person)) return [];
    const rank = reason === undefined ? SIMILAR : RANKS[reason];
    return [{ match: { row, reason }, rank, name: foldText(summary.display_name ?? '') }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map(({ match }) => match);
}

/** Those who may be the same person, as the vault knows them now: one just created elsewhere counts too. */
export async function possiblySamePatients(person: PersonFacts): Promise<PatientMatch[]> {
  await patientCache.refresh();
  const matches = patientMatches(patientCache.use.getState().rows.values(), person, undefined);
  return matches.filter(({ reason }) => reason !== undefined);
}

function isSimilar(summary: Summary, { names, birth_date, identifiers }: PersonFacts): boolean {
  const numbers = identifierLines(summary.identifiers).map(({ value }) => plainNumber(value));
  if (identifiers.some(({ value }) => value.trim().length > 2 && numbers.includes(plainNumber(value))))
    return true;
  const isSameBirth = birth_date !== null && summary.birth_date?.slice(0, 10) === birth_date.slice(0, 10);
  const words = new Set(wordsOf(names.join(' ')));
  const known = new Set(wordsOf(`${summary.legal_name} ${summary.display_name}`));
  const shared = [...words].filter((word) => word.length > 1 && known.has(word)).length;
  return shared >= 2 || (shared >= 1 && isSameBirth);
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
