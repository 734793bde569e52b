import i18next from 'i18next';
import { PAPER_LANGUAGES, type PaperLocale } from '#contract/exchange/paper-locale.ts';

/** Language of the interface, where letters can be written in it, and the time zone of this computer. */
export function localPaperLocale(): PaperLocale {
  return {
    language: PAPER_LANGUAGES.find((known) => known === i18next.language) ?? 'en',
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
