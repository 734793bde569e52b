/**
 * FHIR extensions for data without a place in FHIR R4, so that a vault's own export is imported without loss. All other
 * data is in standard fields.
 */
import type { Extension } from 'fhir/r4.d.ts';
import type { JsonObject } from '#contract/documents/records.ts';

export const OWN_BASE = 'urn:sealed-records:fhir:';

export const OWN_EXTENSIONS = {
  /** `custom_attributes` as JSON, without the import provenance. */
  attributes: `${OWN_BASE}custom-attributes`,
  internalNotes: `${OWN_BASE}internal-notes`,
  externalId: `${OWN_BASE}external-id`,
  displayName: `${OWN_BASE}display-name`,
  /** Source id of an imported record, where a resource id is not enough, because ids belong to their server. */
  sourceId: `${OWN_BASE}source-id`,
  /** Extension of an exam's second resource that names the resource of the exam. */
  partOf: `${OWN_BASE}part-of`,
} as const;

export const TAG_SYSTEM = `${OWN_BASE}tag`;
/** Media type of the editor's own form of a report. */
export const LEXICAL_TYPE = 'application/vnd.lexical+json';
/** Media type of the stored report HTML, where readers get another one: it includes unfilled fields. */
export const STORED_HTML_TYPE = 'application/vnd.srvault.report+html';

/** Builds extensions for values that are present. */
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
