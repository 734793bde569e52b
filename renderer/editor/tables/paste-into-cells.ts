/**
 * Pastes tab-separated lines into a table, one value per cell from the caret on. Adds rows and columns as
 * needed. Refuses the paste if merged or computed cells are in the way.
 */
import {
  $insertTableColumnAtNode,
  $insertTableRowAtNode,
  type TableCellNode,
  type TableNode,
} from '@lexical/table';
import { $createParagraphNode, $createTextNode } from 'lexical';
import { $cellRows, $computedKeys, $insertLesionRow } from './measurement-cells.ts';
import { $tableOfCell } from './table-navigation.ts';

/** `text`: a single value, pasted as ordinary text. `refused`: nothing was changed. */
export type Spread = 'done' | 'text' | 'refused';

export function $pasteIntoCells(cell: TableCellNode, text: string): Spread {
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  if (lines.length === 1 && lines[0]?.length === 1) return 'text';
  const table = $tableOfCell(cell);
  if (!table) return 'text';
  const before = $cellRows(table);
  const top = before.findIndex((row) => row.some((known) => known.is(cell)));
  const left = before[top]?.findIndex((known) => known.is(cell)) ?? -1;
  const width = before[0]?.length ?? 0;
  const needed = left + Math.max(...lines.map((line) => line.length));
  const computed = $computedKeys(table);
  const isJoined = before.some((row) => row.length !== width);
  if (top === -1 || left === -1 || (isJoined && needed > width)) return 'refused';
  if (computed.size > 0 && needed > width) return 'refused';
  $addColumns(table, needed - width);
  $addRows(table, top + lines.length, computed.size > 0);
  const rows = $cellRows(table);
  const kept = $computedKeys(table);
  let last = cell;
  for (const [at, values] of lines.entries()) {
    for (const [offset, value] of values.entries()) {
      const target = rows[top + at]?.[left + offset];
      if (!target || kept.has(target.getKey())) continue;
      target.clear();
      target.append($createParagraphNode().append($createTextNode(value.trim())));
      last = target;
    }
  }
  last.selectEnd();
  return 'done';
}

function $addColumns(table: TableNode, count: number): void {
  for (let added = 0; added < count; added += 1) {
    const cell = $cellRows(table)[0]?.at(-1);
    if (cell) $insertTableColumnAtNode(cell, true, false);
  }
}

/** Adds rows above the row of sums, if any, because pasting never fills that row. */
function $addRows(table: TableNode, needed: number, hasSums: boolean): void {
  for (let missing = needed - $cellRows(table).length + (hasSums ? 1 : 0); missing > 0; missing -= 1) {
    const last = $cellRows(table).at(-1)?.[0];
    if (hasSums) $insertLesionRow(table);
    else if (last) $insertTableRowAtNode(last, true);
  }
}
