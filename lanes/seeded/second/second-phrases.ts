/**
 * A second set of phrases for generated reports, written after the checks were mended on the first one, to see what they
 * know of words nobody thought of. Invented, from no real report.
 */
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { PORTUGUESE } from './portuguese.ts';
import { SPANISH } from './spanish.ts';

export interface SecondPhrases {
  /** Title, Findings and Impression of a finding with a side: `{left|right}` is the word for each. */
  readonly sides: readonly (readonly [title: string, findings: string, impression: string])[];
  /** A finding affirmed, denied, and as an impression words it. */
  readonly named: readonly (readonly [yes: string, no: string, impression: string])[];
  /** Sentences correct in any report. */
  readonly normal: readonly string[];
  /** `{}` is replaced by the first place, or by the wrong second one. */
  readonly placed: readonly (readonly [findings: string, impression: string, place: string, other: string])[];
  /** `{}` is replaced by a size. */
  readonly sized: readonly (readonly [findings: string, impression: string])[];
  readonly female: readonly string[];
  readonly male: readonly string[];
  readonly nothingElse: readonly string[];
}

/** By language code. */
export const SECOND_PHRASES: Readonly<Record<string, SecondPhrases>> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
  pt: PORTUGUESE,
};
