/**
 * Matches the lesions of a measurement table with those of an earlier one. Rows match when number and name agree; where
 * only one has a name, the number decides. An ambiguous label matches nothing.
 */
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import type { DecimalMark } from './decimal-mark.ts';
import { type CellPlace, measurementShape, PRIOR, type TableTexts, unitOf } from './measurement-table.ts';
import { parseLength } from './recist.ts';

export interface LesionPair {
  /** The label in the newer table, e.g. `1 Nodule`. */
  readonly label: string;
  /** Row in the newer table. */
  readonly row: number;
  readonly prior_mm: number;
  /** Length measured today in millimetres; null while not measured. */
  readonly today_mm: number | null;
}

/** Values for empty cells of the prior column, in the column's unit. */
export interface PriorFill extends CellPlace {
  readonly text: string;
}

/** Word for the day of the report in the head of a column. */
export const TODAY =
  /(?<!\p{L})(?:today|current|now|heute|aktuell\p{L}*|ce jour|actuel\p{L}*|aujourd’hui|hoy|actual(?:es)?|hoje|atua(?:l|is))(?!\p{L})/iu;
/** A number after such a word, or alone, then the name: `No. 2, node`; a word alone, as `Node`, is a name. */
const LABEL =
  /^(?:(?:(?:ziel)?läsion|(?:target )?lesion|target|herd|nr\.?|no\.?|#)\s*(?=\d))?(\d{1,3})?[.,):]?\s*(.*)$/iu;

interface Lesion {
  readonly number: string;
  readonly name: string;
}

/** Pairs in the order of the newer table. */
export function pairLesions(own: TableTexts, earlier: readonly TableTexts[]): LesionPair[] {
  const before = earlier.flatMap((table) => measuredIn(table));
  const now = measuredIn(own);
  return now.flatMap(({ lesion, label, row, mm }): LesionPair[] => {
    const same = before.filter((one) => isSame(one.lesion, lesion));
    const rivals = now.filter((one) => same.some(({ lesion: known }) => isSame(known, one.lesion)));
    const prior_mm = same[0]?.mm;
    if (same.length !== 1 || rivals.length !== 1 || prior_mm == null) return [];
    return [{ label, row, prior_mm, today_mm: mm }];
  });
}

/** Values to fill in; cells with content stay unchanged. */
export function priorFills(own: TableTexts, pairs: readonly LesionPair[], mark: DecimalMark): PriorFill[] {
  const column = columnCalled(own, PRIOR);
  if (column === -1) return [];
  return pairs.flatMap(({ row, prior_mm }) =>
    isEmpty(own[row]?.[column])
      ? [{ row, column, text: lengthText(prior_mm, unitOf(own, column), mark) }]
      : [],
  );
}

/** Change in percent of the earlier length, with at most one decimal; null when that is zero. */
export function changePercent(prior_mm: number, today_mm: number): number | null {
  return prior_mm === 0 ? null : Math.round(((today_mm - prior_mm) / prior_mm) * 1000) / 10;
}

/** Number and name of a label such as `Lesion 1, nodule`; either may be empty. */
export function lesionOf(label: string): Lesion {
  const match = LABEL.exec(label.trim());
  return { number: match?.[1] ?? '', name: (match?.[2] ?? label).trim() };
}

export function lengthText(mm: number, unit: 'mm' | 'cm', mark: DecimalMark): string {
  return String(unit === 'cm' ? Number((mm / 10).toFixed(4)) : mm).replace('.', mark);
}

function isSame(one: Lesion, other: Lesion): boolean {
  const names = [fold(one.name), fold(other.name)];
  const isNumbered = one.number !== '' && other.number !== '';
  if (isNumbered && Number(one.number) !== Number(other.number)) return false;
  if (names[0] !== '' && names[1] !== '') return names[0] === names[1];
  return isNumbered;
}

function fold(name: string): string {
  return name
    .toLocaleLowerCase()
    .replace(/[\s,;:.()–-]+/gu, ' ')
    .trim();
}

/** Lesions of a table with values of its newest column; empty for other tables. */
function measuredIn(texts: TableTexts) {
  const { lesions, columns } = measurementShape(texts);
  const called = columnCalled(texts, TODAY);
  const newest = called === -1 ? columns.at(-1) : called;
  const isOfLengths = columns.some((column) =>
    /(?<!\p{L})(?:mm|cm)(?!\p{L})/iu.test(texts[0]?.[column] ?? ''),
  );
  if (newest === undefined || !(isOfLengths || called !== -1)) return [];
  return lesions.flatMap((row) => {
    const label = (texts[row]?.[0] ?? '').trim();
    const lesion = lesionOf(label);
    if (lesion.number === '' && lesion.name === '') return [];
    return [{ lesion, label, row, mm: parseLength(texts[row]?.[newest] ?? '', unitOf(texts, newest)) }];
  });
}

/**
 * The columns for that day's value, the prior value and the change; -1 for none. Without a stated head, the newest
 * column is that day's.
 */
export function columnsOfDays(texts: TableTexts): {
  readonly today: number;
  readonly prior: number;
  readonly computed: number;
} {
  const { columns, changeColumn } = measurementShape(texts);
  const called = columnCalled(texts, TODAY);
  const prior = columnCalled(texts, PRIOR);
  const isOfDays = called !== -1 || prior !== -1 || changeColumn !== -1;
  const today = called === -1 ? (isOfDays ? (columns.at(-1) ?? -1) : -1) : called;
  return { today: today === prior ? -1 : today, prior, computed: changeColumn };
}

export function isPriorHead(head: string | undefined): boolean {
  return head !== undefined && PRIOR.test(head) && !head.includes('%');
}

/** Head of the prior column made of another one: `Today, mm` gives `Prior, mm`. `word` is the report's for prior. */
export function priorHead(head: string, word: string): string {
  return TODAY.test(head) ? head.replace(TODAY, word) : `${word}, ${head}`;
}

function columnCalled(texts: TableTexts, name: RegExp): number {
  return (texts[0] ?? []).findIndex((text, column) => column > 0 && name.test(text) && !text.includes('%'));
}

function isEmpty(text: string | undefined): boolean {
  return text !== undefined && (text.trim() === '' || text.trim() === FIELD_BLANK);
}
