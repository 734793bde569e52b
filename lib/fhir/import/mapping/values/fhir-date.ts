import { parseInstant } from '#contract/instant.ts';

/** A time without zone: the day is known, the instant is not. */
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;
const KEPT_MAX_CHARS = 60;

/** A FHIR date or dateTime that the vault can store; undefined for partial ones (`2016`, `2016-05`) and for none. */
export function wholeDate(text: string | undefined): string | undefined {
  const said = LOCAL_TIME.exec(text ?? '')?.[1] ?? text;
  return said !== undefined && parseInstant(said) !== undefined ? said : undefined;
}

/** The first value with a complete day, else the first with a year or month. */
export function dateOf(...said: readonly (string | undefined)[]): {
  readonly whole: string | null;
  /** The source's text, because a record stores complete days only and a guessed day would be wrong. */
  readonly partial?: string;
} {
  const whole = said.map(wholeDate).find((text) => text !== undefined);
  // A month, a year, or invalid text, unchanged.
  const partial = said.find((text) => text !== undefined && text !== '')?.slice(0, KEPT_MAX_CHARS);
  return whole !== undefined || partial === undefined ? { whole: whole ?? null } : { whole: null, partial };
}
