/**
 * Lines copied from a prior report and not reviewed, stored in the exam's `custom_attributes.copied_words` with the
 * draft and every version. A changed line no longer matches and so no longer counts.
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

/** For an act that answers for many lines at once. */
export function withoutCopiedThat(
  attributes: JsonObject | null,
  isAnswered: (line: string) => boolean,
): JsonObject {
  return withLines(
    attributes,
    readCopied(attributes).filter((line) => !isAnswered(line)),
  );
}

function withLines(attributes: JsonObject | null, lines: readonly string[]): JsonObject {
  const { [KEY]: _, ...others } = attributes ?? {};
  return lines.length === 0 ? others : { ...others, [KEY]: [...lines] };
}
