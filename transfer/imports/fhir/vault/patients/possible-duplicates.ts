/**
 * Finds patients of the vault who may be the same person as one the import creates, by the rule of the patient form.
 * The import never joins them: a person decides. The vault's patients are read once, before the import creates any.
 */

import type { PatientSummary } from '#contract/documents/summaries.ts';
import type { FhirTarget } from '#imports/fhir/vault/import-provenance.ts';
import { identifierLines, plainNumber } from '#records/identity/identifiers.ts';
import { nameWords } from '#records/identity/same-name.ts';
import { maySamePerson, type PersonFacts, type SamePersonReason } from '#records/identity/same-person.ts';

export interface PossibleDuplicate {
  readonly name: string;
  readonly reason: SamePersonReason;
}

interface KnownPatient {
  readonly document_id: string;
  readonly summary: PatientSummary;
}

export type FindDuplicates = (person: PersonFacts) => readonly PossibleDuplicate[];

/** @returns a function that reads the patients at its first call, and then finds among them */
export function createDuplicateFinder(target: FhirTarget): () => Promise<FindDuplicates> {
  let known: Promise<FindDuplicates> | undefined;
  return () => {
    known ??= patientsByKey(target).then(findIn);
    return known;
  };
}

function findIn(byKey: ReadonlyMap<string, readonly KnownPatient[]>): FindDuplicates {
  return (person) => {
    const near = new Map(
      keysOf(person.names, person.identifiers)
        .flatMap((key) => byKey.get(key) ?? [])
        .map((each) => [each.document_id, each]),
    );
    return [...near.values()].flatMap(({ summary }) => {
      const reason = maySamePerson(summary, person);
      return reason === undefined ? [] : [{ name: summary.display_name, reason }];
    });
  };
}

/** Every name has a word, and every number itself, in common with those it may be the same as. */
function keysOf(names: readonly string[], identifiers: PersonFacts['identifiers']): string[] {
  const numbers = identifiers.map(({ value }) => `#${plainNumber(value)}`);
  return [...new Set([...names.flatMap(nameWords), ...numbers])];
}

async function patientsByKey({
  client,
  security_group_id,
  signal,
}: FhirTarget): Promise<ReadonlyMap<string, readonly KnownPatient[]>> {
  const byKey = new Map<string, KnownPatient[]>();
  for await (const { index, summary } of client.patients.list(
    { security_group_id, limit: 200 },
    { signal },
  )) {
    if (summary === null) continue;
    const patient = { document_id: index.document_id, summary };
    const names = [summary.legal_name, summary.display_name];
    for (const key of keysOf(names, identifierLines(summary.identifiers))) {
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [patient]);
      else same.push(patient);
    }
  }
  return byKey;
}
