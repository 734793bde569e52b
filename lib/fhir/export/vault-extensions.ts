/**
 * What a record holds and FHIR R4 has no place for, so that a vault that reads its own export loses nothing. Everything
 * with a place in FHIR stands there and is read from there.
 */
import type { Extension } from 'fhir/r4.d.ts';
import type { JsonObject } from '#contract/documents/records.ts';

const BASE = 'urn:sealed-records:fhir:';

export const OWN_EXTENSIONS = {
  /** `custom_attributes` as JSON, without the mark of an import. */
  attributes: `${BASE}custom-attributes`,
  internalNotes: `${BASE}internal-notes`,
  externalId: `${BASE}external-id`,
  displayName: `${BASE}display-name`,
  /** What a record was imported as, where an id alone does not say it: ids are of their server. */
  sourceId: `${BASE}source-id`,
  /** On a resource that repeats an exam: which resource the exam is. */
  partOf: `${BASE}part-of`,
} as const;

export const TAG_SYSTEM = `${BASE}tag`;
/** The editor's own form of a report. */
export const LEXICAL_TYPE = 'application/vnd.lexical+json';
/** The report as it is stored, where readers get another one: with the fields that nobody filled. */
export const STORED_HTML_TYPE = 'application/vnd.srvault.report+html';

/** Extensions with the values that are there. */
export function ownExtensions(
  values: Partial<Record<keyof typeof OWN_EXTENSIONS, string | null>>,
): Extension[] {
  return Object.entries(OWN_EXTENSIONS).flatMap(([name, url]) => {
    const value = new Map(Object.entries(values)).get(name);
    return typeof value === 'string' && value !== '' ? [{ url, valueString: value }] : [];
  });
}

export function attributesText(attributes: JsonObject | null): string {
  const { import: _, ...rest } = attributes ?? {};
  return JSON.stringify(rest);
}
