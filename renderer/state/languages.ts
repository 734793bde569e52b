/**
 * The languages of the interface. What reports are written in is a list of its own
 * (`#records/reports/report-language.ts`): a report has readers who never see this window.
 */

/** In the order they are offered. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;

/** English with accents, longer and in brackets: shows developers and UI specs what a translation would cut. */
export const PSEUDO_LANGUAGE = 'en-XA';

/** All that can be kept as a choice; the settings offer `LANGUAGES`. */
export const KNOWN_LANGUAGES = [...LANGUAGES, PSEUDO_LANGUAGE] as const;
export type Language = (typeof KNOWN_LANGUAGES)[number];

interface LanguageFacts {
  /** As its speakers call it; the same on every screen. */
  readonly name: string;
  /** BCP 47 tag dates, numbers and orders follow. */
  readonly locale: string;
}

export const LANGUAGE_FACTS: Readonly<Record<Language, LanguageFacts>> = {
  // The English of this interface writes the day before the month, as its reference does.
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de' },
  fr: { name: 'Français', locale: 'fr' },
  pt: { name: 'Português', locale: 'pt' },
  es: { name: 'Español', locale: 'es' },
  [PSEUDO_LANGUAGE]: { name: 'Pseudo', locale: 'en-GB' },
};

/** The language of a BCP 47 tag (`pt-BR`); English where the interface has no words for it. */
export function languageOfTag(tag: string): Language {
  const [primary] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}
