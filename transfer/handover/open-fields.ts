/**
 * Marks open fields in a report's text on the page; the signed bytes stay unchanged. Open optional fields are left out
 * with their label; open required fields, and those beside a prior's value, are marked. `lib/report/reader-html.ts`
 * does the same for HTML.
 */
import { isOfToday, TODAY_ID } from '#report/review/prior/value-of-today.ts';
import type { Words } from './page-texts.ts';

const BLANK = '___';

export function readOpenFields(report: ParentNode, words: Words): void {
  for (const field of report.querySelectorAll<HTMLElement>('[data-field]')) {
    const text = (field.textContent ?? '').trim();
    const isBlank = text.includes(BLANK) || text === '';
    const isDefault = text !== '' && text === field.getAttribute('data-field-default')?.trim();
    const isFilled = field.getAttribute('data-field-filled') === 'true' && !isBlank;
    if (isFilled || isDefault) continue;
    const id = field.getAttribute('data-field') ?? '';
    const isOptional = (field.getAttribute('data-field-completion') ?? 'none') === 'none';
    if (isOptional && !isOfToday({ id }, textBehind(field))) leaveOut(field);
    else {
      const label = field.getAttribute('data-field-label') ?? id;
      // The words before such a field are its label.
      field.textContent = id === TODAY_ID ? `[${words.notFilled}]` : `[${label}: ${words.notFilled}]`;
    }
  }
}

function textBehind(field: HTMLElement): string {
  return field.nextSibling?.nodeType === Node.TEXT_NODE ? (field.nextSibling.nodeValue ?? '') : '';
}

function leaveOut(field: HTMLElement): void {
  const line = field.closest('p, li');
  field.remove();
  const rest = (line?.textContent ?? '').trim();
  const isLabel = rest === '' || (/[:\-–]$/.test(rest) && !/[.;!?]/.test(rest));
  if (line && isLabel && line.closest('td, th') === null && line.querySelector('ul, ol') === null)
    line.remove();
}
