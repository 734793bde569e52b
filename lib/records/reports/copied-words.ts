/**
 * Lines that were copied from a prior report and not looked at since, kept in the exam's `custom_attributes.copied_words`
 * with the draft and every version. A line that was changed is a person's own: it stands in the text no more as it was
 * copied, and counts no longer.
 */
import type { JsonObject } from '#contract/documents/records.ts';

const KEY = 'copied_words';

export function readCopied(attributes: JsonObject | null): readonly string[] {
  const kept = attributes?.[KEY];
  return Array.isArray(kept) ? kept.filter((line) => typeof line === 'string') : [];
}

export function withCopied(attributes: JsonObject | null, lines: readonly string[]): JsonObject {
  return withLines(attributes, [...new Set([...readCopied(attributes), ...lines])]);
}

export function withoutCopied(attributes: JsonObject | null, line: string): JsonObject {
  return withLines(
    attributes,
    readCopied(attributes).filter((known) => known !== line),
  );
}

function withLines(attributes: JsonObject | null, lines: readonly string[]): JsonObject {
  const { [KEY]: _, ...others } = attributes ?? {};
  return lines.length === 0 ? others : { ...others, [KEY]: [...lines] };
}
