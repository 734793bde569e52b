import i18next from 'i18next';
import { KNOWN_LANGUAGES, LANGUAGE_FACTS } from '#renderer/state/languages.ts';

/** BCP 47 tag that dates, numbers and orders follow: of the interface, or of the language a report is written in. */
export function localeTag(language = i18next.language): string {
  const known = KNOWN_LANGUAGES.find((tag) => tag === language) ?? 'en';
  return LANGUAGE_FACTS[known].locale;
}
