import { parseInstant } from '#contract/instant.ts';

/** A FHIR date or dateTime that the vault can hold; undefined for partial ones (`2016`, `2016-05`) and for none. */
export function wholeDate(text: string | undefined): string | undefined {
  return text !== undefined && parseInstant(text) !== undefined ? text : undefined;
}
