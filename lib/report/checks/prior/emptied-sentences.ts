/**
 * Finds the sentences in which a value of today is empty beside the prior's, and tells which may be removed as a whole. What
 * a person wrote today is never removed with one: a sentence with another value, or whose end is not certain, is theirs.
 */
import { isEmptyToday, isOptionalBlank } from '#report/checks/field-checks.ts';
import type { ReportField } from '#report/review/field-list.ts';
import { PRIOR } from '#report/review/measurements/measurement-table.ts';
import { sentencesOf } from '#report/review/sentences.ts';

/** A text, a field, or anything else that can only be removed whole. */
export interface LinePart {
  readonly kind: 'text' | 'field' | 'other';
  readonly text: string;
  readonly field?: ReportField;
}

/** What is beyond the line's parts, where a soft break ends them; empty where the block does. */
export interface Beside {
  readonly before: string;
  readonly after: string;
}

export interface EmptiedSentence {
  /** Positions in the line. */
  readonly from: number;
  readonly to: number;
  /** The first empty field among the parts. */
  readonly part: number;
  readonly isRemovable: boolean;
}

const PRIORS = new RegExp(`\\((?:${PRIOR.source}):[^()]*\\)`, 'giu');
const MEASURE = /\d[\s\u00A0]?(?:mm|cm|m[lL]|HU|HE|UH|SUV|°|%)/u;

export function emptiedSentences(
  parts: readonly LinePart[],
  beside: Beside = { before: '', after: '' },
): EmptiedSentence[] {
  const line = parts.map(({ text }) => text).join('');
  return sentencesOf(line).flatMap(({ from, to, text, isSure }): EmptiedSentence[] => {
    let at = 0;
    let rest = '';
    let [first, isOthers] = [-1, false];
    for (const [index, part] of parts.entries()) {
      const [start, end] = [at, at + part.text.length];
      at = end;
      if (end <= from || start >= to) continue;
      const { kind, field } = part;
      const isCut = start < from || end > to;
      if (kind === 'text') rest += part.text.slice(Math.max(from - start, 0), to - start);
      else if (isCut || field === undefined) isOthers = true;
      else if (isEmptyToday(field)) first = first === -1 ? index : first;
      else if (!isOptionalBlank(field)) isOthers = true;
    }
    if (first === -1) return [];
    const goesOn =
      (from === 0 && /[^\s.!?;:][\s\u00A0]*$/u.test(beside.before) && !/^[\p{Lu}_\d]/u.test(text)) ||
      (to === line.length && !/[.!?;]$/u.test(text) && /^[\s\u00A0]*[^\s\p{Lu}_]/u.test(beside.after));
    const isRemovable = isSure && !isOthers && !goesOn && !MEASURE.test(rest.replace(PRIORS, ''));
    return [{ from, to, part: first, isRemovable }];
  });
}
