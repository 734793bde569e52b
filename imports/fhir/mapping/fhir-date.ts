import { parseInstant } from '#contract/instant.ts';

/** `2016`, `2016-05`. */
const PARTIAL = /^\d{4}(?:-\d{2})?$/;

/** A FHIR date or dateTime that the vault can hold; undefined for partial ones (`2016`, `2016-05`) and for none. */
export function wholeDate(text: string | undefined): string | undefined {
  return text !== undefined && parseInstant(text) !== undefined ? text : undefined;
}

/** The first of these that says a day, and where none does, the first that says a month or year. */
export function dateOf(...said: readonly (string | undefined)[]): {
  readonly whole: string | null;
  /** Kept as the source said it: a record holds whole days only, and a made-up day would be a wrong one. */
  readonly partial?: string;
} {
  const whole = said.find((text) => wholeDate(text) !== undefined);
  const partial = said.find((text) => text !== undefined && PARTIAL.test(text));
  return whole !== undefined || partial === undefined ? { whole: whole ?? null } : { whole: null, partial };
}
