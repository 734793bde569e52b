/**
 * Copies a section of an earlier report into a new one: values measured then move to the table's prior column, which is
 * added where there is none, and today's column is emptied. An old measurement must never appear as today's, nor vanish.
 */
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { measurementShape, type TableTexts } from './measurements/measurement-table.ts';
import { columnsOfDays, priorHead } from './measurements/pair-measurements.ts';

interface AsPrior {
  readonly nodes: LexicalNodeJson[];
  /** Number of values without a place, in tables with merged cells. */
  readonly left_out: number;
}

const MEASURED = /(?<!\p{L})(?:mm|cm|ml|HU|HE|m\/s)(?!\p{L})|°/u;
const UNIT_OF_HEAD = /(?<!\p{L})(?:mm|cm|ml|HU|HE|m\/s)(?!\p{L})|[°%]|[,([]\s*[\p{L}µ/]{1,6}[²³]?[\])]?\s*$/u;
/** A number alone or with a unit, as a cell of values has it. */
const VALUE = /^[<>≤≥~≈]?\s*[+−–-]?\d+(?:[.,]\d+)?(?:\s*[x×]\s*\d+(?:[.,]\d+)?){0,2}\s*(\S{1,8})?$/u;

/** Words for the head of an added column, in the report's language. */
export interface PriorWords {
  readonly prior: string;
  /** Says that neither head nor values name a unit. */
  readonly noUnit: string;
}

export function copySectionAsPrior(nodes: readonly LexicalNodeJson[], words: PriorWords): AsPrior {
  let left_out = 0;
  const copied = nodes.map((node): LexicalNodeJson => {
    const { children } = node;
    if (children === undefined || children === null) return node;
    const { nodes: inside, left_out: left } =
      node.type === 'table' ? tableAsPrior(node, words) : copySectionAsPrior(children, words);
    left_out += left;
    return { ...node, children: inside, ...(node.type === 'table' ? widthsOf(node, inside) : {}) };
  });
  return { nodes: copied, left_out };
}

/** Returns the rows of the table. */
function tableAsPrior(table: LexicalNodeJson, words: PriorWords): AsPrior {
  const rows = table.children ?? [];
  const texts = rows.map((row) => (row.children ?? []).map((cell) => textOf(cell).trim()));
  const { today, prior, computed } = columnsOfDays(texts);
  const measured = today === -1 ? measuredColumns(texts) : [today];
  const isPlain = texts.every(({ length }) => length === texts[0]?.length);
  const hasPlace = prior !== -1 || isPlain;
  const nodes = rows.map((row, at): LexicalNodeJson => {
    const cells = (row.children ?? []).flatMap((cell, column, all): LexicalNodeJson[] => {
      if (column === prior && at > 0 && today !== -1)
        return [{ ...cell, children: all[today]?.children ?? [] }];
      const isMeasured = measured.includes(column);
      const empty = at > 0 && (isMeasured || (column === computed && today !== -1)) ? emptied(cell) : cell;
      if (!isMeasured || prior !== -1 || !isPlain) return [empty];
      const unit = today === -1 && !isUnitKnown(texts, column) ? ` (${words.noUnit})` : '';
      return [at > 0 ? cell : withText(cell, priorHead(textOf(cell).trim(), words.prior) + unit), empty];
    });
    return { ...row, children: cells };
  });
  const values = texts.slice(1).flatMap((row) => measured.map((column) => row[column] ?? ''));
  return { nodes, left_out: hasPlace ? 0 : values.filter((text) => text !== '').length };
}

/** Columns of measured values in a table that names no day: those with a unit in the head, or with values. */
function measuredColumns(texts: TableTexts): number[] {
  const { columns, changeColumn } = measurementShape(texts);
  if (columnsOfDays(texts).prior !== -1) return [];
  // A percentage that compares nothing is a value of its own.
  const all = columns.length === 0 && changeColumn !== -1 ? [changeColumn] : columns;
  return all.filter(
    (column) => MEASURED.test(texts[0]?.[column] ?? '') || valuesOf(texts, column).length > 0,
  );
}

function valuesOf(texts: TableTexts, column: number): RegExpExecArray[] {
  return texts.slice(1).flatMap((row) => {
    const value = VALUE.exec((row[column] ?? '').trim());
    return value === null ? [] : [value];
  });
}

/** True when the head or every value names a unit. */
function isUnitKnown(texts: TableTexts, column: number): boolean {
  if (UNIT_OF_HEAD.test(texts[0]?.[column] ?? '')) return true;
  return valuesOf(texts, column).every(([, unit]) => unit !== undefined);
}

/** Widths of columns belong to the former number of columns. */
function widthsOf(table: LexicalNodeJson, rows: readonly LexicalNodeJson[]): { colWidths?: undefined } {
  const isSame = rows[0]?.children?.length === table.children?.[0]?.children?.length;
  return isSame || table['colWidths'] === undefined ? {} : { colWidths: undefined };
}

/** A cell with one empty paragraph, like one never filled. */
function emptied(cell: LexicalNodeJson): LexicalNodeJson {
  const [first] = cell.children ?? [];
  const paragraph = first?.type === 'paragraph' ? first : { type: 'paragraph', version: 1 };
  return { ...cell, children: [{ ...paragraph, children: [] }] };
}

function withText(cell: LexicalNodeJson, text: string): LexicalNodeJson {
  const [paragraph] = emptied(cell).children ?? [];
  const [known] = cell.children?.[0]?.children ?? [];
  const node = known?.type === 'text' ? { ...known, text } : { type: 'text', version: 1, text };
  return paragraph === undefined ? cell : { ...cell, children: [{ ...paragraph, children: [node] }] };
}

function textOf(node: LexicalNodeJson): string {
  return textOfState({ root: { type: 'root', children: node.children ?? [] } });
}
