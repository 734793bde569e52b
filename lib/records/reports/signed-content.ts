/**
 * What a signature is about: the record without what is noted after the report was delivered. Follow-ups, who was told
 * of a critical result, tags, whose pictures were said to be, who was told of a move and the reason a version was sealed for change no word of
 * the report.
 */
import type { ExamRecord, JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';

const BESIDE: readonly string[] = [
  'follow_ups',
  'critical_result',
  'tags',
  'picture_owners',
  'moves_settled',
];

export function signedContent(record: ExamRecord): ExamRecord {
  return { ...record, custom_attributes: contentOf(record.custom_attributes) };
}

function contentOf(attributes: JsonObject | null): JsonObject | null {
  const kept = Object.entries(attributes ?? {}).flatMap(([key, value]) => {
    if (BESIDE.includes(key)) return [];
    if (key !== 'report' || !isJsonObject(value)) return [[key, value] as const];
    const { seal_reason: _, ...report } = value;
    return Object.keys(report).length === 0 ? [] : [[key, report] as const];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}
