/** Templates that are not for reports, marked by a tag: macros, ignored spelling words and letterheads of a group. */
import type { TemplateRow } from './record-row.ts';

export const MACRO_TAG = 'macro';
/** Tag of a group's ignored spelling words. */
export const SPELLING_TAG = 'spelling';

/** Tag of a letterhead, in the summary of each template of that kind. */
export const LETTERHEAD_TAG = 'letterhead';

const hasTag = ({ summary }: TemplateRow, tag: string): boolean => summary?.tags.includes(tag) === true;

export function isMacro(row: TemplateRow): boolean {
  return hasTag(row, MACRO_TAG);
}

export function isKnownWords(row: TemplateRow): boolean {
  return hasTag(row, SPELLING_TAG);
}

export function isLetterhead(row: TemplateRow): boolean {
  return hasTag(row, LETTERHEAD_TAG);
}

/** Returns true if a report can start from the template. */
export function isForReports(row: TemplateRow): boolean {
  return !isMacro(row) && !isKnownWords(row) && !isLetterhead(row);
}
