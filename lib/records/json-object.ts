import type { JsonObject } from '#contract/documents/records.ts';

/** True for a JSON object, not a list or null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
