/**
 * Computes sums and response of target lesions for measurement tables. Numbers only; the reader decides.
 * Source: RECIST 1.1 (Eisenhauer et al., Eur J Cancer 2009;45:228–247), section 4.3.
 */
import type { TableBlock } from '#report/html/report-tree.ts';
import { textOfBlocks } from '#report/html/tree-text.ts';

const MM_PER_UNIT: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000 };

/** Progression also requires this absolute growth of the sum. */
const PROGRESSION_MIN_MM = 5;

/** Millimetres of a text such as `12`, `1,2 cm` or `3.5 mm`; null for other text. */
export function parseLength(text: string, defaultUnit: 'mm' | 'cm' = 'mm'): number | null {
  const match = /^\s*(\d{1,5}(?:[.,]\d{1,3})?)\s*(mm|cm|m)?\s*$/i.exec(text);
  if (match === null) return null;
  const value = Number((match[1] ?? '').replace(',', '.'));
  return roundTo(value * (MM_PER_UNIT[(match[2] ?? defaultUnit).toLowerCase()] ?? 1), 3);
}

/** Lengths of one column without its head, in millimetres; cells without a length are skipped. */
export function lengthsOfColumn(table: TableBlock, column: number): number[] {
  const [head, ...rows] = table.rows;
  const headText = head?.[column] === undefined ? '' : textOfBlocks(head[column].blocks);
  const unit = /\bcm\b/i.test(headText) ? 'cm' : 'mm';
  return rows.flatMap((row) => {
    const cell = row[column];
    const length = cell === undefined ? null : parseLength(textOfBlocks(cell.blocks), unit);
    return length === null ? [] : [length];
  });
}

export type TargetResponse = 'CR' | 'PR' | 'SD' | 'PD';

export interface RecistSummary {
  readonly sum_mm: number;
  /** Percent with one decimal; null without a sum to compare. */
  readonly change_from_baseline_percent: number | null;
  readonly change_from_nadir_percent: number | null;
  /** Response of target lesions only; null without a baseline. */
  readonly response: TargetResponse | null;
}

/** `nadir_mm`: the smallest sum so far, including the baseline; the baseline if absent. */
export function summariseTargets(
  lengths: readonly number[],
  earlier: { readonly baseline_mm?: number | null; readonly nadir_mm?: number | null } = {},
): RecistSummary {
  const sum = roundTo(
    lengths.reduce((total, length) => total + length, 0),
    3,
  );
  const baseline = earlier.baseline_mm ?? null;
  const nadir = earlier.nadir_mm ?? baseline;
  return {
    sum_mm: sum,
    change_from_baseline_percent: changePercent(sum, baseline),
    change_from_nadir_percent: changePercent(sum, nadir),
    response: baseline === null || nadir === null ? null : responseOf(sum, baseline, nadir),
  };
}

function responseOf(sum: number, baseline: number, nadir: number): TargetResponse {
  if (sum === 0) return 'CR';
  const growth = sum - nadir;
  // Compared as integer products, so that rounding never decides a response.
  if (growth >= PROGRESSION_MIN_MM && sum * 10 >= nadir * 12) return 'PD';
  return sum * 10 <= baseline * 7 ? 'PR' : 'SD';
}

function changePercent(sum: number, earlier: number | null): number | null {
  return earlier === null || earlier === 0 ? null : roundTo(((sum - earlier) / earlier) * 100, 1);
}

function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
