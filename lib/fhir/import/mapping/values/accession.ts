/** Separates the accession number (type `ACSN`) from other FHIR identifiers. Source: HL7 v2 table 0203. */

import type { Identifier } from '#fhir/import/fhir-resources.ts';
import { isAccessionNumber } from '#records/identity/accession-number.ts';
import { hasCode } from './coded-text.ts';
import { IDENTIFIERS_MAX_COUNT, identifierOf, type KeptIdentifier } from './identifier.ts';

const ACCESSION = new Set(['ACSN']);

/** Value for `custom_attributes`: the first valid one, or none. */
export function accessionAttribute(identifiers: readonly Identifier[] = []): {
  readonly accession_number?: string;
} {
  const found = identifiers.find(isUsable)?.value?.trim();
  return found === undefined ? {} : { accession_number: found };
}

/** All other identifiers, including further accession numbers, for `custom_attributes.fhir`. */
export function keptIdentifiers(identifiers: readonly Identifier[] = []): {
  readonly identifiers?: readonly KeptIdentifier[];
} {
  const kept = otherIdentifiers(identifiers).slice(0, IDENTIFIERS_MAX_COUNT).map(identifierOf);
  return kept.length === 0 ? {} : { identifiers: kept };
}

/** `Type.identifier` for each one that a record cannot store. */
export function unmappedIdentifiers(resourceType: string, identifiers: readonly Identifier[] = []): string[] {
  return otherIdentifiers(identifiers)
    .slice(IDENTIFIERS_MAX_COUNT)
    .map(() => `${resourceType}.identifier`);
}

function otherIdentifiers(identifiers: readonly Identifier[]): Identifier[] {
  const accession = identifiers.find(isUsable);
  return identifiers.filter((identifier) => identifier !== accession && identifier.value !== undefined);
}

function isUsable({ type, value }: Identifier): boolean {
  return hasCode(type, ACCESSION) && isAccessionNumber(value?.trim());
}
