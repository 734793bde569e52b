/**
 * Language and time zone of what leaves the house: print, PDF, signed files, HL7, FHIR's PDF and hand-over follow one
 * rule. A person's own are kept in their preferences, because the server knows neither screen nor wall clock.
 */
import { PAPER_LANGUAGES, type PaperLanguage, type PaperLocale } from '#contract/exchange/paper-locale.ts';
import { isJsonObject } from '#records/json-object.ts';

/** Key of a person's own in the preferences. */
export const PAPER_LOCALE = 'paper_locale';

interface PaperLocaleSources {
  /** Language a caller asked for. */
  readonly asked?: PaperLanguage | undefined;
  /** Language the report states. */
  readonly stated: PaperLanguage | null;
  /** As the version was signed. */
  readonly bound: PaperLocale | undefined;
  /** Of the person who gives it out. */
  readonly own: PaperLocale | undefined;
}

/** A program without preferences writes English, in UTC and saying so. */
export function paperLocale({ asked, stated, bound, own }: PaperLocaleSources): PaperLocale {
  const known = bound ?? own;
  return {
    language: asked ?? stated ?? known?.language ?? 'en',
    time_zone: known?.time_zone ?? 'UTC',
  };
}

/** Undefined unless it names a language of paper and a time zone that this computer knows. */
export function readPaperLocale(value: unknown): PaperLocale | undefined {
  if (!isJsonObject(value)) return undefined;
  const { time_zone } = value;
  const language = PAPER_LANGUAGES.find((known) => known === value['language']);
  if (language === undefined || typeof time_zone !== 'string' || !isTimeZone(time_zone)) return undefined;
  return { language, time_zone };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
