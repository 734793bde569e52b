/**
 * Languages of the interface. Report languages are a separate list (`#records/reports/stated-report-language.ts`),
 * because readers of a report never see this window.
 */

/** Languages in the order shown. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;

/**
 * English with accents, longer and in brackets: shows developers and UI specs which text a translation would
 * cut.
 */
export const PSEUDO_LANGUAGE = 'en-XA';

/** Languages that can be stored as a choice; the settings show `LANGUAGES`. */
export const KNOWN_LANGUAGES = [...LANGUAGES, PSEUDO_LANGUAGE] as const;
export type Language = (typeof KNOWN_LANGUAGES)[number];

interface LanguageFacts {
  /** Name in the language itself; the same on every screen. */
  readonly name: string;
  /** BCP 47 tag for dates, numbers and sorting. */
  readonly locale: string;
}

export const LANGUAGE_FACTS: Readonly<Record<Language, LanguageFacts>> = {
  // British English, because this interface writes the day before the month.
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de' },
  fr: { name: 'Français', locale: 'fr' },
  pt: { name: 'Português', locale: 'pt' },
  es: { name: 'Español', locale: 'es' },
  [PSEUDO_LANGUAGE]: { name: 'Pseudo', locale: 'en-GB' },
};

/** Returns the language of a BCP 47 tag (`pt-BR`); English if the interface has no such language. */
export function languageOfTag(tag: string): Language {
  const [primary] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}
