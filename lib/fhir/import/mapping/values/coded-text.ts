/** Converts FHIR's coded values to readable text. */

import { SHORT_TEXT_MAX_CHARS } from '#contract/limits.ts';
import type { CodeableConcept, Coding } from '#fhir/import/fhir-resources.ts';

export function codingText(coding: Coding | undefined): string | undefined {
  return coding?.display ?? coding?.code;
}

export function conceptText(concept: CodeableConcept | undefined): string | undefined {
  return concept?.text ?? codingText(concept?.coding?.find(({ display }) => display) ?? concept?.coding?.[0]);
}

/** The code of a Coding or concept, which differ between FHIR versions. */
export function codeOf(coded: Coding | CodeableConcept | undefined): string | undefined {
  if (coded === undefined) return undefined;
  return isCoding(coded) ? coded.code : coded.coding?.find(({ code }) => code !== undefined)?.code;
}

export function codedText(coded: Coding | CodeableConcept | undefined): string | undefined {
  if (coded === undefined) return undefined;
  return isCoding(coded) ? codingText(coded) : conceptText(coded);
}

function isCoding(coded: Coding | CodeableConcept): coded is Coding {
  return 'code' in coded || 'display' in coded;
}

export function hasCode(concept: CodeableConcept | undefined, codes: ReadonlySet<string>): boolean {
  return concept?.coding?.some(({ code }) => code !== undefined && codes.has(code)) ?? false;
}

/** Truncates to the length of a short field of the vault. */
export function clip(text: string): string {
  return text.length <= SHORT_TEXT_MAX_CHARS ? text : `${text.slice(0, SHORT_TEXT_MAX_CHARS - 1)}…`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** True for readable text; markup and white space alone do not count. */
export function hasText(html: string | undefined | null): html is string {
  return (
    (html ?? '').replaceAll(
      /<!--.*?-->|<head\b.*?<\/head\s*>|<[^>]*>|&nbsp;|&#160;|&#xa0;|\s|\u200b|\ufeff/gis,
      '',
    ) !== ''
  );
}

/** Normalises all line breaks, so that adjacent lines stay separate. */
export function plainLines(text: string): string {
  return text.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
}

/** Converts text blocks separated by blank lines to paragraphs, keeping line breaks. */
export function paragraphs(text: string): string {
  return plainLines(text)
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block) => `<p>${escapeHtml(block.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

/** FHIR versions differ in one value or several. */
export function listOf<Item>(said: Item | readonly Item[] | undefined): readonly Item[] {
  if (said === undefined) return [];
  return isList(said) ? said : [said];
}

function isList<Item>(said: Item | readonly Item[]): said is readonly Item[] {
  return Array.isArray(said);
}
