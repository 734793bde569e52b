/**
 * Finds the columns of an earlier table whose values were of that exam's day, and for each the column that keeps its prior
 * value. A column is paired by its head, or where only one can be meant; several candidates are never guessed between.
 */
import { SCORE_HEAD } from '#report/review/prior/score-values.ts';
import { measurementShape, PRIOR, type TableTexts } from './measurement-table.ts';
import { TODAY } from './pair-measurements.ts';

export interface ColumnsToMove {
  /** Columns with values of that day, each with its prior column; -1 where it has none. */
  readonly moved: ReadonlyMap<number, number>;
  /** Columns of changes, which compare that day with an earlier one. */
  readonly changes: ReadonlySet<number>;
  /** Prior columns without a column of that day. */
  readonly left: ReadonlySet<number>;
  readonly sumRow: number;
}

const UNIT_IN_HEAD = /(?<!\p{L})(?:mm|cm|ml|HU|HE|m\/s)(?!\p{L})|°/u;
/** A number alone or with a unit, as a cell of values has it. */
const VALUE = /^[<>≤≥~≈]?\s*[+−–-]?\d+(?:[.,]\d+)?(?:\s*[x×]\s*\d+(?:[.,]\d+)?){0,2}\s*(\S{1,8})?$/u;
const CHANGE =
  /(?<!\p{L})(?:changes?|difference|diff|delta|growth|änderung|veränderung|differenz|wachstum|zunahme|abnahme|variation|évolution|changement|différence|cambio|variación|diferencia|evolución|variação|alteração|mudança|diferença|evolução)(?!\p{L})|[Δ±]/iu;
/** Heads of values of an earlier day that is not the prior's, and of values nobody measured. */
const OF_NO_DAY =
  /(?<!\p{L})(?:baseline|nadir|screening|ausgang\p{L}*|basal|initial\p{L}*|inicial|norm(?:al\p{L}*)?|referen\p{L}*|référence|referência|limit\p{L}*|grenz\p{L}*)(?!\p{L})|(?:19|20)\d{2}(?!\d)|\d{1,2}[./]\d{1,2}/iu;

export function columnsToMove(texts: TableTexts): ColumnsToMove {
  const [head = []] = texts;
  const rows = texts.filter((row) => row.length === head.length);
  const all = head.map((_, column) => column).slice(1);
  const stems = head.map(stemOf);
  const isPrior = (column: number) => {
    const text = head[column] ?? '';
    if (!PRIOR.test(text) || CHANGE.test(text)) return false;
    return !text.includes('%') || all.some((other) => other !== column && stems[other] === stems[column]);
  };
  const measured = all.filter((column) => !isPrior(column) && isMeasured(rows, column));
  const changes = all.filter((column) => {
    const text = head[column] ?? '';
    if (CHANGE.test(text)) return true;
    if (!text.includes('%') || isPrior(column)) return false;
    // A percentage that compares nothing is a value of its own.
    return PRIOR.test(text) || (stems[column] === '%' && measured.some((other) => other !== column));
  });
  const priors = all.filter(isPrior);
  const ofThatDay = (columns: readonly number[]) =>
    columns.filter((column) => !changes.includes(column) && !OF_NO_DAY.test(head[column] ?? ''));
  const named = ofThatDay(all.filter((column) => !isPrior(column) && TODAY.test(head[column] ?? '')));
  const candidates = ofThatDay(measured);
  const moved = new Map<number, number>();
  for (const prior of priors) {
    const same = [...new Set([...named, ...candidates])].filter((column) => stems[column] === stems[prior]);
    const today = same.find((column) => named.includes(column)) ?? (same.length === 1 ? same[0] : undefined);
    if (today !== undefined && !moved.has(today)) moved.set(today, prior);
  }
  const [only] = named.length > 0 ? named : candidates;
  const isSingle = (named.length > 0 ? named : candidates).length === 1;
  if (moved.size === 0 && priors.length === 1 && only !== undefined && isSingle)
    moved.set(only, priors[0] ?? -1);
  for (const column of [...named, ...unnamed(rows, { candidates, named, priors, changes })])
    if (!moved.has(column)) moved.set(column, -1);
  const kept = new Set(moved.values());
  return {
    moved,
    changes: new Set(moved.size === 0 ? [] : changes),
    left: new Set(priors.filter((column) => !kept.has(column))),
    sumRow: measurementShape(texts).sumRow,
  };
}

interface Found {
  readonly candidates: readonly number[];
  readonly named: readonly number[];
  readonly priors: readonly number[];
  readonly changes: readonly number[];
}

/** Measured columns whose heads name no day. */
function unnamed(rows: TableTexts, { candidates, named, priors, changes }: Found): readonly number[] {
  if (named.length > 0) return candidates.filter((column) => hasUnit(rows, column));
  // A change without named days compares the last column with the first.
  if (priors.length === 0 && changes.length > 0) return candidates.slice(-1);
  return candidates;
}

/** A column with a unit or a score in its head, or with values. */
function isMeasured(rows: TableTexts, column: number): boolean {
  const head = rows[0]?.[column] ?? '';
  return UNIT_IN_HEAD.test(head) || SCORE_HEAD.test(head) || valuesOf(rows, column).length > 0;
}

function hasUnit(rows: TableTexts, column: number): boolean {
  const text = rows[0]?.[column] ?? '';
  const isNamed = UNIT_IN_HEAD.test(text) || SCORE_HEAD.test(text);
  return isNamed || text.includes('%') || valuesOf(rows, column).some(([, unit]) => unit);
}

/** Values of a column with their units, without the head. */
export function valuesOf(texts: TableTexts, column: number): RegExpExecArray[] {
  return texts.slice(1).flatMap((row) => {
    const value = VALUE.exec((row[column] ?? '').trim());
    return value === null ? [] : [value];
  });
}

/** What a head says besides its day: `Prior, mm` and `Today, mm` are both `mm`. */
function stemOf(head: string): string {
  return head
    .replace(TODAY, ' ')
    .replace(PRIOR, ' ')
    .replace(/\([^()]*\)\s*$/u, ' ')
    .toLocaleLowerCase()
    .replace(/[\s,;:.()–-]+/gu, ' ')
    .trim();
}
