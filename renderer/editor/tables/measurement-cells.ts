/**
 * Recomputes sums and changes of measurement tables after each edit, in the same undo step. Opening a report
 * writes nothing.
 */
import {
  $insertTableRowAtNode,
  $isTableCellNode,
  $isTableNode,
  $isTableRowNode,
  type TableCellNode,
  type TableNode,
} from '@lexical/table';
import {
  $createParagraphNode,
  $createTextNode,
  $getEditor,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
  SKIP_DOM_SELECTION_TAG,
} from 'lexical';
import { $isReportFieldNode } from '#report/nodes/field-node.ts';
import { type DecimalMark, decimalMarkOf } from '#report/review/measurements/decimal-mark.ts';
import {
  computedPlaces,
  isMeasurementTable,
  measurementCells,
  type TableTexts,
} from '#report/review/measurements/measurement-table.ts';

const OPENING_TAG = 'report-opening';

export function registerMeasurementCells(editor: LexicalEditor): () => void {
  return editor.registerUpdateListener(({ dirtyElements, editorState, tags }) => {
    const isOpening = tags.has(OPENING_TAG) || (tags.has(HISTORY_MERGE_TAG) && !tags.has(HISTORIC_TAG));
    if (isOpening || !editor.isEditable()) return;
    // Lexical marks a table as changed whenever any of its content changes.
    const keys = editorState.read(() => [...dirtyElements.keys()].filter($isStaleTable), { editor });
    if (keys.length === 0) return;
    const hasFocus = editor.getRootElement()?.contains(document.activeElement) === true;
    editor.update(
      () => {
        for (const key of keys) {
          const table = $getNodeByKey(key);
          if ($isTableNode(table)) $computeTable(table);
        }
      },
      { discrete: true, tag: hasFocus ? HISTORY_MERGE_TAG : [HISTORY_MERGE_TAG, SKIP_DOM_SELECTION_TAG] },
    );
  });
}

function $isStaleTable(key: NodeKey): boolean {
  const table = $getNodeByKey(key);
  return $isTableNode(table) && isMeasurementTable($textsOf(table)) && $changesOf(table).length > 0;
}

/** Writes the computed cells; empties one that cannot be computed now. */
export function $computeTable(table: TableNode): void {
  for (const { cell, text } of $changesOf(table)) $writeCell(cell, text);
}

/** Returns the keys of computed cells, which Tab skips. */
export function $computedKeys(table: TableNode): ReadonlySet<NodeKey> {
  const cells = $cellRows(table);
  const texts = $textsOf(table);
  const places = computedPlaces(texts);
  const sumRow = places.at(-1)?.row;
  const computed = places.flatMap(({ row, column }) => cells[row]?.[column] ?? []);
  // The row of sums already has its name.
  const name = sumRow === undefined ? [] : (cells[sumRow]?.slice(0, 1) ?? []);
  return new Set([...computed, ...name].map((cell) => cell.getKey()));
}

/** Inserts an empty row above the sums, else after the last row. Returns its first cell. */
export function $insertLesionRow(table: TableNode): TableCellNode | null {
  const cells = $cellRows(table);
  const sumRow = computedPlaces($textsOf(table)).at(-1)?.row;
  const beside = cells.at(sumRow ?? -1)?.[0];
  const first = beside ? $insertTableRowAtNode(beside, sumRow === undefined)?.getFirstChild() : null;
  return $isTableCellNode(first) ? first : null;
}

export function $cellRows(table: TableNode): TableCellNode[][] {
  return table
    .getChildren()
    .filter($isTableRowNode)
    .map((row) => row.getChildren().filter($isTableCellNode));
}

/** Returns the table's cell texts, head row first. */
export function $textsOf(table: TableNode): string[][] {
  return $cellRows(table).map((row) => row.map((cell) => cell.getTextContent().trim()));
}

interface CellChange {
  readonly cell: TableCellNode;
  readonly text: string;
}

function $changesOf(table: TableNode): CellChange[] {
  const rows = $cellRows(table);
  const texts = $textsOf(table);
  const computed = new Map(
    measurementCells(texts, $markOf(texts)).map(({ row, column, text }) => [`${row}/${column}`, text]),
  );
  const places = isMeasurementTable(texts)
    ? computedPlaces(texts)
    : measurementCells(texts).map(({ row, column }) => ({ row, column }));
  return places.flatMap(({ row, column }) => {
    const cell = rows[row]?.[column];
    const text = computed.get(`${row}/${column}`) ?? '';
    return cell && texts[row]?.[column] !== text ? [{ cell, text }] : [];
  });
}

/** Returns the decimal mark used by the table, else by the report, else by the language. */
export function $markOf(texts: TableTexts): DecimalMark {
  const places = new Set(computedPlaces(texts).map(({ row, column }) => `${row}/${column}`));
  const typed = texts.flatMap((row, at) => row.filter((_, column) => !places.has(`${at}/${column}`)));
  const inTable = decimalMarkOf(typed.join(' ; ')) ?? decimalMarkOf(texts.flat().join(' ; '));
  return (
    inTable ??
    decimalMarkOf($getRoot().getTextContent()) ??
    ($getEditor().getRootElement()?.lang === 'de' ? ',' : '.')
  );
}

/** Replaces a cell's text and keeps a caret in it. */
export function $writeCell(cell: TableCellNode, text: string): void {
  const selection = $getSelection();
  const holdsCaret =
    $isRangeSelection(selection) &&
    [selection.anchor, selection.focus].some((point) => $isInside(point.getNode(), cell));
  const block = cell.getFirstChild();
  const inline = $isElementNode(block) ? block.getFirstChild() : null;
  const isPlain = cell.getChildrenSize() === 1 && $isElementNode(block) && block.getChildrenSize() === 1;
  if (isPlain && $isReportFieldNode(inline)) {
    inline.fill(text);
  } else if (isPlain && $isTextNode(inline) && text !== '') {
    inline.setTextContent(text);
  } else {
    const paragraph = $createParagraphNode();
    if (text !== '') paragraph.append($createTextNode(text));
    if (holdsCaret) paragraph.selectEnd();
    cell.append(paragraph);
    for (const child of cell.getChildren()) if (!child.is(paragraph)) child.remove();
  }
  if (holdsCaret) cell.selectEnd();
}

function $isInside(node: LexicalNode, cell: TableCellNode): boolean {
  return node.is(cell) || cell.isParentOf(node);
}
