/**
 * Language of a report, where its record states one: `custom_attributes.language`, a BCP 47 tag, as in imported
 * templates. Only languages this program supports are distinguished.
 * Source: MRRT, `dcterms.language`; clinician's reference, B-i 24.
 */
import type { JsonObject } from '#contract/documents/records.ts';

export const REPORT_LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

/** Reads the language of a report; null where the record states none, or an unsupported one. */
export function reportLanguage(attributes: JsonObject | null): ReportLanguage | null {
  const tag = attributes?.['language'];
  if (typeof tag !== 'string') return null;
  const [primary] = tag.toLowerCase().split(/[-_]/);
  return REPORT_LANGUAGES.find((language) => language === primary) ?? null;
}

/** Sets the report's language; `undefined` removes it. */
export function withReportLanguage(
  attributes: JsonObject | null,
  language: ReportLanguage | undefined,
): JsonObject | null {
  const { language: _, ...rest } = attributes ?? {};
  if (language !== undefined) return { ...rest, language };
  return Object.keys(rest).length === 0 ? null : rest;
}
