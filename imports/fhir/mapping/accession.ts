/** Accession numbers among FHIR identifiers: type `ACSN`. Source: HL7 v2 table 0203. */

import type { CodeableConcept } from '#imports/fhir/fhir-resources.ts';
import { isAccessionNumber } from '#records/accession-number.ts';
import { hasCode } from './coded-text.ts';

interface TypedIdentifier {
  readonly type?: CodeableConcept;
  readonly value?: string;
}

const ACCESSION = new Set(['ACSN']);

/** As `custom_attributes` hold it: the first usable one, or nothing. */
export function accessionAttribute(identifiers: readonly TypedIdentifier[] = []): {
  readonly accession_number?: string;
} {
  const found = identifiers.find(isUsable)?.value?.trim();
  return found === undefined ? {} : { accession_number: found };
}

/** `Type.identifier[ACSN]` for each accession number that is none, or comes after the first. */
export function unmappedAccessions(
  resourceType: string,
  identifiers: readonly TypedIdentifier[] = [],
): string[] {
  const first = identifiers.find(isUsable);
  return identifiers
    .filter((identifier) => hasCode(identifier.type, ACCESSION) && identifier !== first)
    .map(() => `${resourceType}.identifier[ACSN]`);
}

/** `Type.identifier[other]` for each identifier that is no accession number. */
export function otherIdentifiers(
  resourceType: string,
  identifiers: readonly TypedIdentifier[] = [],
): string[] {
  return identifiers
    .filter(({ type }) => !hasCode(type, ACCESSION))
    .map(() => `${resourceType}.identifier[other]`);
}

function isUsable({ type, value }: TypedIdentifier): boolean {
  return hasCode(type, ACCESSION) && isAccessionNumber(value?.trim());
}
