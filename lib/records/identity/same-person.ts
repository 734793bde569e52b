/**
 * The one rule of who may be the same person. Every place that creates a patient asks by it before a second chart
 * exists. It never assigns: certainty needs an equal number and birth date (`isPatientOf`).
 */
import type { PatientSummary } from '#contract/documents/summaries.ts';
import { foldText } from '#records/folded-text.ts';
import { type IdentifierLine, identifierLines, isRecordNumber, plainNumber } from './identifiers.ts';
import { isSameName } from './same-name.ts';

/** What is known of a person before a record exists. */
export interface PersonFacts {
  /** Legal and display name, in any form. */
  readonly names: readonly string[];
  /** Begins with `YYYY-MM-DD`; null for an unknown one. */
  readonly birth_date: string | null;
  readonly identifiers: readonly IdentifierLine[];
}

export type SamePersonReason = 'number' | 'name_and_birth_date' | 'name';

type KnownPerson = Pick<PatientSummary, 'legal_name' | 'display_name' | 'birth_date' | 'identifiers'>;

const DAY_CHARS = 10;

/**
 * Why both may be one person; undefined where nothing says so. A number counts however it is written. A name alone
 * counts where either birth date is missing; two different birth dates are two namesakes.
 */
export function maySamePerson(known: KnownPerson, person: PersonFacts): SamePersonReason | undefined {
  const lines = identifierLines(known.identifiers);
  if (person.identifiers.some((own) => lines.some((line) => isSameNumber(line, own)))) return 'number';
  const names = [known.legal_name, known.display_name].filter((name) => name !== '');
  if (!person.names.some((own) => names.some((name) => isSameName(own, name)))) return undefined;
  const [born, other] = [known.birth_date, person.birth_date].map((day) => day?.slice(0, DAY_CHARS));
  if (born === undefined || other === undefined) return 'name';
  return born === other ? 'name_and_birth_date' : undefined;
}

/**
 * Two named kinds must agree, because an insurance number may equal another patient's record number. The address of an
 * issuer names no kind.
 */
function isSameNumber(one: IdentifierLine, other: IdentifierLine): boolean {
  const number = plainNumber(one.value);
  if (number === '' || number !== plainNumber(other.value)) return false;
  const types = [one.type, other.type].map((type) => foldText(type.trim()));
  if (types[0] === types[1]) return true;
  const kinds = types.filter((type) => type !== '' && !type.includes(':'));
  return kinds.length < 2 ? types.some((type) => !type.includes(':')) : kinds.every(isRecordNumber);
}
