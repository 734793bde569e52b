/**
 * Finds unchanged text copied from a prior report. A line counts as looked at once the caret was in it; a sentence that
 * speaks of the prior's day stays asked about until it was changed, or a person said that it holds today. Both block.
 */
import { type QualityFinding, type ReportParts, wordsAt } from '#report/checks/quality-finding.ts';
import { sentencesOf } from '#report/review/sentences.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { isCompared, timeWordIn } from './time-words.ts';

/**
 * What is asked about of a copied line: the whole, or each sentence when one of them speaks of the prior's day. Of a
 * sentence with an empty value it is the part that compares, because filling the value in does not make that part true.
 */
export function copiedParts(line: string): string[] {
  if (timeWordIn(line) === undefined) return [line];
  return sentencesOf(line).flatMap(({ text }) => {
    if (!text.includes(FIELD_BLANK)) return [text];
    const parts = text
      .split(new RegExp(`${FIELD_BLANK}|\\([^()]*\\)`, 'u'))
      .filter(isCompared)
      .map((part) => part.replace(/^[\s.,;:–-]+/u, '').trim());
    return parts.length === 0 ? [text] : parts;
  });
}

/** True for copied text that speaks of the prior's day. */
export function isOfThen(copied: string): boolean {
  return timeWordIn(copied) !== undefined;
}

/** Position of the copied text in a line; -1 where it does not stand there unchanged. */
export function placeOfCopied(line: string, copied: string): number {
  for (let at = line.indexOf(copied); at !== -1; at = line.indexOf(copied, at + 1)) {
    const [before, after] = [line.charAt(at - 1), line.charAt(at + copied.length)];
    const isOpen = /[.!?;]$/u.test(copied) || isOfThen(copied);
    if (/^[\s,;:)]?$/u.test(before) && (isOpen ? /^[\s.,;:(]?$/u.test(after) : after === '')) return at;
  }
  return -1;
}

export function checkCopied(
  { whole }: Pick<ReportParts, 'whole'>,
  copied: readonly string[],
): QualityFinding[] {
  const lines = whole.split('\n').map((line) => line.trim());
  const left = copied.filter((one) => lines.some((line) => placeOfCopied(line, one) !== -1));
  const found = (
    code: 'copied_of_then' | 'copied_not_looked',
    parts: readonly string[],
  ): QualityFinding[] => {
    const [label] = parts;
    if (label === undefined) return [];
    const params = { count: String(parts.length), label, word: timeWordIn(label) ?? '' };
    const target = wordsAt(whole, { 0: label, index: whole.indexOf(label) });
    return [{ code, severity: 'block', params, target }];
  };
  return [
    ...found('copied_of_then', left.filter(isOfThen)),
    ...found(
      'copied_not_looked',
      left.filter((one) => !isOfThen(one)),
    ),
  ];
}
