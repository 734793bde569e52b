import type { JsonObject } from '#contract/documents/records.ts';

/** An object of JSON: no list, no null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
