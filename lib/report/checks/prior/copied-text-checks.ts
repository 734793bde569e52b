/**
 * Finds unchanged text copied from a prior report. A line counts as looked at once the caret was in it; a sentence that
 * speaks of the prior's day stays asked about until it was changed, or a person said that it holds today. Both block.
 */
import { type QualityFinding, type ReportParts, wordsAt } from '#report/checks/quality-finding.ts';
import { PRIOR } from '#report/review/measurements/measurement-table.ts';
import { sentencesOf } from '#report/review/sentences.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { isOfThenThoughFilled, timeWordIn } from './time-words.ts';

/** The prior's value, as copying writes it. What is in any other parentheses was said on the prior's day. */
const PRIOR_VALUE = new RegExp(`\\((?:${PRIOR.source})\\s?:[^()]*\\)`, 'giu');
const BLANK_OR_ASIDE = new RegExp(`${FIELD_BLANK}|(\\([^()]*\\))`, 'u');

/**
 * What is asked about of a copied line: the whole, or each sentence when one of them speaks of the prior's day. Of a
 * sentence with an empty value it is the parts that do, because filling the value in does not make them true.
 */
export function copiedParts(line: string): string[] {
  if (timeWordIn(line) === undefined) return [line];
  return sentencesOf(line).flatMap(({ text }) => {
    if (!text.includes(FIELD_BLANK)) return [text];
    const parts = text
      .replace(PRIOR_VALUE, FIELD_BLANK)
      .split(BLANK_OR_ASIDE)
      .filter((part) => part !== undefined && isOfThenThoughFilled(part))
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

/** Those of the copied texts that stand unchanged in the report's text. */
export function copiedIn(whole: string, copied: readonly string[]): string[] {
  const lines = whole.split('\n').map((line) => line.trim());
  return copied.filter((one) => lines.some((line) => placeOfCopied(line, one) !== -1));
}

/** The sentences of the prior's day a person answers for: each was shown to them and stands in the text at that moment. */
export function answeredOfThen(
  whole: string,
  copied: readonly string[],
  shown: readonly QualityFinding[],
): string[] {
  const labels = new Set(
    shown.filter(({ code }) => code === 'copied_of_then').map(({ params }) => params['label']),
  );
  return copiedIn(whole, copied).filter((one) => isOfThen(one) && labels.has(one));
}

export function checkCopied(
  { whole }: Pick<ReportParts, 'whole'>,
  copied: readonly string[],
): QualityFinding[] {
  const left = copiedIn(whole, copied);
  const found = (code: 'copied_of_then' | 'copied_not_looked', count: number, label: string) => {
    const params = { count: String(count), label, word: timeWordIn(label) ?? '' };
    const target = wordsAt(whole, { 0: label, index: whole.indexOf(label) });
    return { code, severity: 'block', params, target } as const;
  };
  // A sentence of the prior's day is answered for by its words, so each is shown.
  const [ofThen, others] = [left.filter(isOfThen), left.filter((one) => !isOfThen(one))];
  return [
    ...ofThen.map((one) => found('copied_of_then', 1, one)),
    ...others.slice(0, 1).map((one) => found('copied_not_looked', others.length, one)),
  ];
}
