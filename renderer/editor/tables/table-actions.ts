/** Editor actions on tables: insert a table, add rows and columns, compute sums of a measurement table. */
import {
  $createTableCellNode,
  $createTableNode,
  $createTableNodeWithDimensions,
  $createTableRowNode,
  $deleteTableColumnAtSelection,
  $deleteTableRowAtSelection,
  $insertTableColumnAtSelection,
  $insertTableRowAtSelection,
  $isTableCellNode,
  $isTableRowNode,
  TableCellHeaderStates,
  type TableCellNode,
} from '@lexical/table';
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  type ElementNode,
  type LexicalEditor,
} from 'lexical';
import { placeCaret } from '#renderer/editor/text/caret/focus-report.ts';
import { $computeTable, $insertLesionRow } from './measurement-cells.ts';
import { $cellAround, $selectCell, $tableOfCell } from './table-navigation.ts';

export interface MeasurementWords {
  readonly lesion: string;
  readonly baseline: string;
  readonly prior: string;
  readonly today: string;
  readonly change: string;
  readonly sum: string;
}

function act(editor: LexicalEditor, run: () => void): void {
  placeCaret(editor, run);
}

export function insertTable(editor: LexicalEditor): void {
  act(editor, () => $insertAndEnter($createTableNodeWithDimensions(3, 3, { rows: true, columns: false })));
}

/** Inserts a measurement table with a head, three lesion rows and a row of sums. */
export function insertMeasurements(editor: LexicalEditor, words: MeasurementWords): void {
  act(editor, () => {
    const table = $createTableNode();
    table.append($textRow([words.lesion, words.baseline, words.prior, words.today, words.change], true));
    for (const lesion of ['1 ', '2 ', '3 ']) table.append($textRow([lesion, '', '', '', ''], false));
    table.append($textRow([words.sum, '', '', '', ''], false));
    $insertAndEnter(table);
  });
}

function $insertAndEnter(table: ElementNode): void {
  const selection = $getSelection() ?? $getRoot().selectEnd();
  selection.insertNodes([table]);
  const row = table.getChildAtIndex(1);
  const cell = $isTableRowNode(row) ? row.getFirstChild() : null;
  if ($isTableCellNode(cell)) cell.selectEnd();
}

function $textRow(texts: readonly string[], isHead: boolean) {
  const state = isHead ? TableCellHeaderStates.ROW : TableCellHeaderStates.NO_STATUS;
  const cells = texts.map((text) =>
    $createTableCellNode(state).append(
      text === '' ? $createParagraphNode() : $createParagraphNode().append($createTextNode(text)),
    ),
  );
  return $createTableRowNode().append(...cells);
}

export function addRow(editor: LexicalEditor, below: boolean): void {
  act(editor, () => $insertTableRowAtSelection(below));
}

export function addColumn(editor: LexicalEditor, right: boolean): void {
  act(editor, () => $insertTableColumnAtSelection(right));
}

export function deleteRow(editor: LexicalEditor): void {
  act(editor, $deleteTableRowAtSelection);
}

export function deleteColumn(editor: LexicalEditor): void {
  act(editor, $deleteTableColumnAtSelection);
}

export function deleteTable(editor: LexicalEditor): void {
  act(editor, () => {
    const cell = $currentCell();
    const table = cell ? $tableOfCell(cell) : null;
    if (!table) return;
    table.selectNext();
    table.remove();
  });
}

function $currentCell(): TableCellNode | null {
  const selection = $getSelection();
  return $isRangeSelection(selection) ? $cellAround(selection.anchor.getNode()) : null;
}

/**
 * Adds a row above the sums, or after the last row. Uses the table at the caret or the nearest one before it.
 */
export function addMeasurementRow(editor: LexicalEditor): void {
  act(editor, () => {
    const table = $nearestTable();
    const cell = table ? $insertLesionRow(table) : null;
    if (cell) $selectCell(cell);
  });
}

function $nearestTable() {
  const cell = $currentCell();
  if (cell) return $tableOfCell(cell);
  const tables = $getRoot()
    .getChildren()
    .filter((node) => node.getType() === 'table');
  const selection = $getSelection();
  const at = $isRangeSelection(selection) ? selection.anchor.getNode() : null;
  const before = at === null ? tables : tables.filter((table) => table.isBefore(at));
  const table = before.at(-1) ?? tables[0];
  const firstRow = $isElementNode(table) ? table.getFirstDescendant() : null;
  const inside = firstRow ? $cellAround(firstRow) : null;
  return inside ? $tableOfCell(inside) : null;
}

/** Fills the change column and the row of sums from the typed values, in any table that has one. */
export function computeTable(editor: LexicalEditor): void {
  act(editor, () => {
    const cell = $currentCell();
    const table = cell ? $tableOfCell(cell) : null;
    if (table) $computeTable(table);
  });
}
