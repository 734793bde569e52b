/** Languages of a PDF's frame; the report's text keeps its own. */
export const PAPER_LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;
export type PaperLanguage = (typeof PAPER_LANGUAGES)[number];

/** Language of a letter's frame, and the IANA time zone of its times. */
export interface PaperLocale {
  readonly language: PaperLanguage;
  readonly time_zone: string;
}
