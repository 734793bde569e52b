/**
 * Recomputes sums and changes of measurement tables and compares them with the written ones. A wrong value blocks
 * signing in a computed table; in a table with only a row of sums it is a warning.
 */
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { decimalsOf } from '#report/review/measurements/decimal-mark.ts';
import {
  type CellPlace,
  isMeasurementTable,
  measurementCells,
  measurementShape,
  type TableTexts,
} from '#report/review/measurements/measurement-table.ts';
import { columnsOfDays, isPriorHead } from '#report/review/measurements/pair-measurements.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { type QualityFinding, type ReportParts, warning } from './quality-finding.ts';

export function checkTables(state: LexicalStateJson): QualityFinding[] {
  return tablesOf(state.root.children).flatMap((texts, table) => {
    const severity = isMeasurementTable(texts) ? 'block' : 'warn';
    return measurementCells(texts).flatMap(({ row, column, text: expected }): QualityFinding[] => {
      const text = (texts[row]?.[column] ?? '').trim();
      if (text === '' || says(text, expected)) return [];
      const params = { text, expected };
      return [{ code: 'sum_wrong', severity, params, target: { kind: 'cell', table, row, column } }];
    });
  });
}

/** Rows with an earlier value and none of today, as after copying a prior. */
export function checkToday(state: LexicalStateJson): QualityFinding[] {
  return tablesOf(state.root.children).flatMap((texts, table): QualityFinding[] => {
    const open = valuesToCompare(texts).filter(
      ({ row, column, before }) =>
        isEmpty(texts[row]?.[column]) && before.some((one) => hasNumber(texts[row]?.[one])),
    );
    const [first] = open;
    if (first === undefined) return [];
    const labels = new Set(open.map(({ row }) => (texts[row]?.[0] ?? '').trim()));
    const params = { count: String(open.length), label: [...labels].join(', ') };
    return [warning('today_empty', params, { kind: 'cell', table, row: first.row, column: first.column })];
  });
}

/** One space within a number may part its thousands. */
const TWO_NUMBERS = /^(?!\d{1,3}\s\d{3}(?!\d))[+−-]?\d+(?:[.,]\d+)?\s+\d+(?:[.,]\d+)?(?:\s*\p{L}+)?$/u;

/** Cells for one value that hold two numbers, as after typing beside the earlier one. */
export function checkTwoNumbers(state: LexicalStateJson): QualityFinding[] {
  return tablesOf(state.root.children).flatMap((texts, table) => {
    const { lesions, columns } = measurementShape(texts);
    return lesions.flatMap((row) =>
      columns.flatMap((column): QualityFinding[] => {
        const text = (texts[row]?.[column] ?? '').trim();
        if (!TWO_NUMBERS.test(text)) return [];
        return [warning('cell_two_numbers', { text }, { kind: 'cell', table, row, column })];
      }),
    );
  });
}

/** Cells of today, with the columns that have earlier values of the same row. */
function valuesToCompare(texts: TableTexts): (CellPlace & { readonly before: readonly number[] })[] {
  const { lesions, columns } = measurementShape(texts);
  const { today } = columnsOfDays(texts);
  const paired = columns
    .filter((column) => isPriorOf(texts[0]?.[column - 1], texts[0]?.[column]))
    .map((column) => ({ column, before: [column - 1] }));
  const single =
    today === -1 || paired.length > 0
      ? []
      : [{ column: today, before: columns.filter((column) => column !== today) }];
  return lesions.flatMap((row) => [...paired, ...single].map((pair) => ({ ...pair, row })));
}

/** `Prior, Size, mm` beside `Size, mm`, as copying a prior heads them. */
function isPriorOf(head: string | undefined, of: string | undefined): boolean {
  return head !== undefined && isPriorHead(head) && of !== undefined && head.endsWith(`, ${of}`);
}

function hasNumber(text: string | undefined): boolean {
  return /\d/.test(text ?? '');
}

/** True when sums or changes were compared, and none was left out in any table for want of a value. */
export function hasSums(state: LexicalStateJson): boolean {
  const tables = tablesOf(state.root.children).filter((texts) => measurementCells(texts).length > 0);
  const isWritten = (texts: TableTexts, { row, column }: CellPlace) => !isEmpty(texts[row]?.[column]);
  return (
    tables.some((texts) => measurementCells(texts).some((cell) => isWritten(texts, cell))) &&
    tables.every((texts) => isMeasuredToday(texts))
  );
}

/** True when each measured lesion has its newest value; without it neither sum nor change says anything of today. */
function isMeasuredToday(texts: TableTexts): boolean {
  const { lesions, columns } = measurementShape(texts);
  const { today } = columnsOfDays(texts);
  const newest = today === -1 ? columns.at(-1) : today;
  const isMeasured = (row: number) => columns.some((column) => !isEmpty(texts[row]?.[column]));
  return lesions.filter(isMeasured).every((row) => newest === undefined || !isEmpty(texts[row]?.[newest]));
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text.trim() === '' || text.trim() === FIELD_BLANK;
}

/** Finds both decimal marks in one report: a thousands comma and a decimal comma are easily confused. */
export function checkDecimalMarks({ whole }: ReportParts): QualityFinding[] {
  const [one, other] = decimalsOf(whole).values();
  return one !== undefined && other !== undefined ? [warning('decimal_mixed', { text: one, other })] : [];
}

/** Lists the tables of a report in reading order, as texts. */
export function tablesOf(nodes: readonly LexicalNodeJson[]): TableTexts[] {
  return nodes.flatMap((node) => (node.type === 'table' ? [textsOf(node)] : tablesOf(node.children ?? [])));
}

function textsOf(table: LexicalNodeJson): string[][] {
  return (table.children ?? []).map((row) =>
    (row.children ?? []).map((cell) =>
      textOfState({ root: { type: 'root', children: cell.children ?? [] } }).trim(),
    ),
  );
}

/** True for the same number, with as many or fewer decimals, with or without unit. */
function says(written: string, expected: string): boolean {
  const match = /^([+−–-]?)\s*(\d+)(?:[.,](\d+))?\s*(?:%|mm|cm|m)?$/.exec(written.trim());
  if (!match) return false;
  const [, sign = '', whole = '', fraction = ''] = match;
  const value = Number(`${/[−–-]/.test(sign) ? '-' : ''}${whole}.${fraction || '0'}`);
  const wanted = Number(expected.replace('−', '-'));
  return Math.abs(value - wanted) <= 0.5 * 10 ** -fraction.length + 1e-9;
}
