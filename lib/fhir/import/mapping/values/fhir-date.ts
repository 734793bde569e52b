import { parseInstant } from '#contract/instant.ts';

/** A time of no time zone: the day it says is known, the instant is not. */
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;
const KEPT_MAX_CHARS = 60;

/** A FHIR date or dateTime that the vault can hold; undefined for partial ones (`2016`, `2016-05`) and for none. */
export function wholeDate(text: string | undefined): string | undefined {
  const said = LOCAL_TIME.exec(text ?? '')?.[1] ?? text;
  return said !== undefined && parseInstant(said) !== undefined ? said : undefined;
}

/** The first of these that says a day, and where none does, the first that says a month or year. */
export function dateOf(...said: readonly (string | undefined)[]): {
  readonly whole: string | null;
  /** Kept as the source said it: a record holds whole days only, and a made-up day would be a wrong one. */
  readonly partial?: string;
} {
  const whole = said.map(wholeDate).find((text) => text !== undefined);
  // A month, a year, or what is no date at all: as it stands.
  const partial = said.find((text) => text !== undefined && text !== '')?.slice(0, KEPT_MAX_CHARS);
  return whole !== undefined || partial === undefined ? { whole: whole ?? null } : { whole: null, partial };
}
