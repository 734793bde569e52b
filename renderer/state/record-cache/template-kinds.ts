/** What groups keep as templates though no report starts from it, told by a tag. */
import type { TemplateRow } from './row.ts';

export const MACRO_TAG = 'macro';
/** The words a group's spelling knows. */
export const SPELLING_TAG = 'spelling';

const hasTag = ({ summary }: TemplateRow, tag: string): boolean => summary?.tags.includes(tag) === true;

export function isMacro(row: TemplateRow): boolean {
  return hasTag(row, MACRO_TAG);
}

export function isKnownWords(row: TemplateRow): boolean {
  return hasTag(row, SPELLING_TAG);
}

/** Whether a report can start from it. */
export function isForReports(row: TemplateRow): boolean {
  return !isMacro(row) && !isKnownWords(row);
}
