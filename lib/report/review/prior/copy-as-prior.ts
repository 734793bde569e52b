/**
 * Copies a section of an earlier report into a new one: values measured then move to the table's prior column, which is
 * added where there is none, and today's column is emptied. Values in the text are shown as the prior's. An old
 * measurement must never appear as today's, nor vanish.
 */
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { columnsToMove, valuesOf } from '#report/review/measurements/columns-to-move.ts';
import type { TableTexts } from '#report/review/measurements/measurement-table.ts';
import { priorHead } from '#report/review/measurements/pair-measurements.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { isBlockType } from '#report/state/node-types.ts';
import { fieldAsPrior, type PriorWords, valuesAsPrior } from './values-as-prior.ts';

interface AsPrior {
  readonly nodes: LexicalNodeJson[];
  /** Number of values without a place, in tables with merged cells. */
  readonly left_out: number;
  /** Number of changes emptied, which compared that exam with an earlier one. */
  readonly changes: number;
}

const UNIT_OF_HEAD = /(?<!\p{L})(?:mm|cm|ml|HU|HE|m\/s)(?!\p{L})|[°%]|[,([]\s*[\p{L}µ/]{1,6}[²³]?[\])]?\s*$/u;
/** A picture with its caption shows the prior itself; a heading names what is below it. */
const AS_IT_IS: ReadonlySet<string> = new Set(['report-figure', 'heading']);

export function copySectionAsPrior(nodes: readonly LexicalNodeJson[], words: PriorWords): AsPrior {
  let left_out = 0;
  let changes = 0;
  const copied: LexicalNodeJson[] = [];
  let line: LexicalNodeJson[] = [];
  const endLine = () => {
    copied.push(...valuesAsPrior(line, words));
    line = [];
  };
  for (const node of nodes) {
    if (!isBlockType(node.type)) {
      line.push(node);
      continue;
    }
    endLine();
    const { children } = node;
    if (children === undefined || children === null || AS_IT_IS.has(node.type)) {
      copied.push(node);
      continue;
    }
    const isTable = node.type === 'table';
    const inside = isTable ? tableAsPrior(node, words) : copySectionAsPrior(children, words);
    left_out += inside.left_out;
    changes += inside.changes;
    copied.push({ ...node, children: inside.nodes, ...(isTable ? widthsOf(node, inside.nodes) : {}) });
  }
  endLine();
  return { nodes: copied, left_out, changes };
}

/** Returns the rows of the table. */
function tableAsPrior(table: LexicalNodeJson, words: PriorWords): AsPrior {
  const rows = table.children ?? [];
  const texts = rows.map((row) => (row.children ?? []).map((cell) => textOf(cell).trim()));
  const { moved, changes, left, sumRow } = columnsToMove(texts);
  const todayOf = new Map([...moved].map(([today, prior]) => [prior, today]));
  const isPlain = texts.every(({ length }) => length === texts[0]?.length);
  const nodes = rows.map((row, at): LexicalNodeJson => {
    const all = row.children ?? [];
    const isWhole = all.length === texts[0]?.length;
    const cells = all.flatMap((cell, column): LexicalNodeJson[] => {
      if (at > 0 && !isWhole) return copySectionAsPrior([cell], words).nodes;
      const today = todayOf.get(column);
      if (today !== undefined && at > 0) return [priorCell(cell, all[today], at === sumRow, words)];
      if (left.has(column) && at > 0) return [olderCell(cell, words)];
      if (changes.has(column) && at > 0) return [emptied(cell)];
      const prior = moved.get(column);
      if (prior === undefined) return [at > 0 && column > 0 ? fieldsAsPrior(cell, words) : cell];
      const empty = at > 0 ? emptied(cell) : cell;
      if (prior !== -1 || !isPlain) return [empty];
      const unit = isUnitKnown(texts, column) ? '' : ` (${words.noUnit})`;
      const head = priorHead(textOf(cell).trim(), words.prior) + unit;
      return [at > 0 ? withoutFields(cell) : withText(cell, head), empty];
    });
    return { ...row, children: cells };
  });
  const homeless = isPlain ? [] : [...moved].filter(([, prior]) => prior === -1).map(([column]) => column);
  const count = (columns: Iterable<number>) =>
    [...columns].flatMap((column) =>
      texts.slice(1).filter((row) => row.length === texts[0]?.length && !isBlank(row[column])),
    ).length;
  return { nodes, left_out: count(homeless), changes: count(changes) };
}

/** The newest known value: that day's, else the older one, which says that it is. A sum of both would be wrong. */
function priorCell(
  cell: LexicalNodeJson,
  today: LexicalNodeJson | undefined,
  isSum: boolean,
  words: PriorWords,
): LexicalNodeJson {
  if (today !== undefined && !isBlank(textOf(today)))
    return { ...cell, children: withoutFields(today).children ?? [] };
  return isSum ? emptied(cell) : olderCell(cell, words);
}

function olderCell(cell: LexicalNodeJson, { before }: PriorWords): LexicalNodeJson {
  const text = textOf(cell).trim();
  if (isBlank(text)) return emptied(cell);
  return /\d{4}|\d[./-]\d{1,2}[./-]/u.test(text) ? cell : withText(cell, `${text} (${before})`);
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.replaceAll(FIELD_BLANK, '').trim() === '';
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

/** A cell like one never filled: its field empty, or else one empty paragraph. */
function emptied(cell: LexicalNodeJson): LexicalNodeJson {
  const [first] = cell.children ?? [];
  const paragraph = first?.type === 'paragraph' ? first : { type: 'paragraph', version: 1 };
  const fields = (first?.children ?? []).filter(({ type }) => type === 'report-field');
  return { ...cell, children: [{ ...paragraph, children: fields.map((node) => fieldAsPrior(node).field) }] };
}

/** Choices and other fields in a cell outside of the columns that move. */
function fieldsAsPrior(cell: LexicalNodeJson, words: PriorWords): LexicalNodeJson {
  const hasField = (node: LexicalNodeJson): boolean =>
    node.type === 'report-field' || (node.children ?? []).some(hasField);
  return hasField(cell) ? { ...cell, children: copySectionAsPrior(cell.children ?? [], words).nodes } : cell;
}

/** Fields become their text: a value of the prior is not filled in again. */
function withoutFields(node: LexicalNodeJson): LexicalNodeJson {
  if (node.children === undefined || node.children === null) return node;
  return {
    ...node,
    children: node.children.flatMap((child) =>
      child.type === 'report-field' ? (child.children ?? []) : [withoutFields(child)],
    ),
  };
}

function withText(cell: LexicalNodeJson, text: string): LexicalNodeJson {
  const [first] = cell.children ?? [];
  const paragraph = first?.type === 'paragraph' ? first : { type: 'paragraph', version: 1 };
  const [known] = first?.children ?? [];
  const node = known?.type === 'text' ? { ...known, text } : { type: 'text', version: 1, text };
  return { ...cell, children: [{ ...paragraph, children: [node] }] };
}

function textOf(node: LexicalNodeJson): string {
  return textOfState({ root: { type: 'root', children: node.children ?? [] } });
}
