import i18next from 'i18next';
import { KNOWN_LANGUAGES, LANGUAGE_FACTS } from '#renderer/state/languages.ts';

/** Returns the BCP 47 tag for dates, numbers and sorting, of the interface or of a report's language. */
export function localeTag(language = i18next.language): string {
  const known = KNOWN_LANGUAGES.find((tag) => tag === language) ?? 'en';
  return LANGUAGE_FACTS[known].locale;
}
