/**
 * Copies a section of an earlier report into a new one: values measured then move to the table's prior column, and
 * today's column is emptied. An old measurement must never appear as today's.
 */
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { columnsOfDays } from './measurements/pair-measurements.ts';

export function copySectionAsPrior(nodes: readonly LexicalNodeJson[]): LexicalNodeJson[] {
  return nodes.map((node) => {
    if (node.type === 'table') return tableAsPrior(node);
    const { children } = node;
    return children === undefined || children === null
      ? node
      : { ...node, children: copySectionAsPrior(children) };
  });
}

function tableAsPrior(table: LexicalNodeJson): LexicalNodeJson {
  const rows = table.children ?? [];
  const texts = rows.map((row) => (row.children ?? []).map((cell) => textOf(cell).trim()));
  const { today, prior, computed } = columnsOfDays(texts);
  if (today === -1) return table;
  const moved = rows.map((row, at): LexicalNodeJson => {
    const cells = row.children ?? [];
    if (at === 0) return row;
    return {
      ...row,
      children: cells.map((cell, column) => {
        const said = cells[today];
        if (column === prior && said !== undefined) return { ...cell, children: said.children ?? [] };
        return column === today || column === computed ? emptied(cell) : cell;
      }),
    };
  });
  return { ...table, children: moved };
}

/** A cell with one empty paragraph, like one never filled. */
function emptied(cell: LexicalNodeJson): LexicalNodeJson {
  const [first] = cell.children ?? [];
  const paragraph = first?.type === 'paragraph' ? first : { type: 'paragraph', version: 1 };
  return { ...cell, children: [{ ...paragraph, children: [] }] };
}

function textOf(node: LexicalNodeJson): string {
  return textOfState({ root: { type: 'root', children: node.children ?? [] } });
}
