/**
 * The mark of an invented patient and of everything written for one, sealed with the record. The server sets it on each
 * exam and draft of such a patient, and lets no later version lose or gain it. Source: `docs/spec-choices.md`, "Sample
 * practice".
 */
import type { JsonObject } from '#contract/documents/records.ts';

export const SAMPLE_KEY = 'sample_practice';

/** Any other value than true is a stranger's attribute of the same name. */
export function isSample(attributes: JsonObject | null | undefined): boolean {
  return attributes?.[SAMPLE_KEY] === true;
}

export function withSampleMark(attributes: JsonObject | null | undefined): JsonObject {
  return { ...attributes, [SAMPLE_KEY]: true };
}
