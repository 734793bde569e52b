/**
 * Selects the signed part of a record, without notes added after delivery. Follow-ups, communication of a critical
 * result or of a move, tags, confirmed picture owners and seal reasons change no word of the report.
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
