/**
 * Decides which words belong to an open field (label, unit, row name) and go when the field is removed. Used by the
 * editor, by the text for readers outside it and by the checks before signing.
 */
import { trimEndOf } from '#records/trim-end.ts';

/** `Skull, fracture: `, or nothing at all. */
export function isLabelOnly(text: string): boolean {
  const words = text.trim();
  return !/[\p{L}\p{N}]/u.test(words) || (/[:\-–]$/.test(words) && !/[.;!?]/.test(words));
}

/** The text before a field without the label that names it, and without what joined it to the words before. */
export function withoutLabel(before: string, label: string): string {
  const name = label.trim();
  const stem = before
    .trimEnd()
    .replace(/[:=–-]$/, '')
    .trimEnd();
  const start = stem.length - name.length;
  const isNamed =
    name !== '' &&
    stem.toLowerCase().endsWith(name.toLowerCase()) &&
    !/[\p{L}\p{N}]/u.test(stem.charAt(start - 1));
  return isNamed ? trimEndOf(stem.slice(0, start), /[\s,;(]/) : before;
}

/** The text behind a field without its unit. */
export function withoutUnit(after: string, unit: string | null): string {
  const name = unit?.trim() ?? '';
  const text = after.trimStart();
  const isIt = name !== '' && text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
  return isIt ? text.slice(name.length) : after;
}

/** Cells of a row of which fields were taken out, as texts: its first names the row, and nothing else is in it. */
export function isRowLabelOnly(cells: readonly string[]): boolean {
  const [first = '', ...others] = cells;
  return !others.some((text) => /[\p{L}\p{N}]/u.test(text)) && !/[.;!?]$/.test(first.trimEnd());
}
