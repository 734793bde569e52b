/**
 * Results that their source withdrew after a person changed the text with them: the text stays, and
 * `custom_attributes.withdrawn_results` states the withdrawal until a person reviews it. Source: FHIR R4,
 * Observation.status.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';

const KEY = 'withdrawn_results';

export interface WithdrawnResult {
  /** Address of the withdrawn result at its source, `Type/id`. */
  readonly result: string;
  readonly name: string;
  /** FHIR status of the result, `entered-in-error` or `cancelled`. */
  readonly status: string;
  readonly told_at: string;
}

export function readWithdrawnResults(attributes: JsonObject | null): readonly WithdrawnResult[] {
  const kept = attributes?.[KEY];
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one) => {
    if (!isJsonObject(one)) return [];
    const { result, name, status, told_at } = one;
    const isWhole = [result, name, status, told_at].every((text) => typeof text === 'string');
    return isWhole
      ? [{ result: String(result), name: String(name), status: String(status), told_at: String(told_at) }]
      : [];
  });
}

export function withWithdrawnResults(
  attributes: JsonObject | null,
  results: readonly WithdrawnResult[],
): JsonObject {
  const { [KEY]: _, ...others } = attributes ?? {};
  return results.length === 0 ? others : { ...others, [KEY]: results.map((one) => ({ ...one })) };
}
