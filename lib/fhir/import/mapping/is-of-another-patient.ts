/**
 * Decides whether a part of a report belongs to another patient: in files of several unnamed servers a reference may
 * match a foreign result. Source: FHIR R4, DiagnosticReport.result ("must be about the same subject").
 */
import { type FhirResource, isPatient, type Patient } from '#fhir/import/fhir-resources.ts';
import { parseAddress } from '#fhir/import/source/resource-identity.ts';
import type { SourceFile } from '#fhir/import/source/source-file.ts';
import { wordsOf } from '#records/folded-text.ts';
import { isJsonObject } from '#records/json-object.ts';
import { listOf } from './values/coded-text.ts';

type WithSubject = FhirResource & { readonly subject?: unknown };

/** True when both name a patient, and not the same one. */
export function isOfAnotherPatient(part: WithSubject, whole: WithSubject, file: SourceFile): boolean {
  const [one, other] = [subjectOf(part), subjectOf(whole)];
  if (one === undefined || other === undefined) return false;
  const [person, known] = [patientAt(one, part, file), patientAt(other, whole, file)];
  if (person !== undefined && known !== undefined) return !isSame(person, known);
  // Without further data, different ids of one server mean different patients.
  const [here, there] = [parseAddress(one), parseAddress(other)];
  if (here === undefined || there === undefined || here.type !== there.type) return false;
  const isOneServer = here.server === undefined || there.server === undefined || here.server === there.server;
  return isOneServer && here.id !== there.id;
}

function subjectOf({ subject }: WithSubject): string | undefined {
  const [first] = listOf<unknown>(subject);
  const reference = isJsonObject(first) ? first['reference'] : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

interface Named {
  readonly patient: Patient;
  readonly isContained: boolean;
}

function patientAt(reference: string, container: FhirResource, file: SourceFile): Named | undefined {
  const found = file.resolve(reference, container);
  return found !== undefined && isPatient(found.resource)
    ? { patient: found.resource, isContained: found.isContained }
    : undefined;
}

/**
 * One patient may have several resources: merged ones link each other, others share a number. A contained copy has
 * little data, and counts as different only where it contradicts.
 */
function isSame(one: Named, other: Named): boolean {
  const [person, known] = [one.patient, other.patient];
  if (person === known || isLinked(person, known) || isLinked(known, person)) return true;
  const numbers = new Set(numbersOf(person));
  if (numbersOf(known).some((number) => numbers.has(number))) return true;
  const [born, alsoBorn] = [person.birthDate, known.birthDate];
  const isBornAlike = born === undefined || alsoBorn === undefined || born === alsoBorn;
  const [words, others] = [wordsOf(nameOf(person)), new Set(wordsOf(nameOf(known)))];
  if (one.isContained || other.isContained)
    return isBornAlike && (words.length === 0 || others.size === 0 || words.some((word) => others.has(word)));
  if (born === undefined || born !== alsoBorn) return false;
  return person.id === known.id || (words.length > 0 && words.every((word) => others.has(word)));
}

function isLinked({ link }: Patient, { id }: Patient): boolean {
  return (link ?? []).some(({ other }) => id !== undefined && parseAddress(other?.reference)?.id === id);
}

function numbersOf({ identifier }: Patient): string[] {
  return (identifier ?? []).flatMap(({ system, value }) =>
    value === undefined ? [] : JSON.stringify([system ?? null, value]),
  );
}

function nameOf({ name }: Patient): string {
  const [first] = name ?? [];
  return first?.text ?? [...(first?.given ?? []), first?.family ?? ''].join(' ');
}
