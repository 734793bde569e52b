/**
 * Fills holes in a table's grid with empty cells, as a browser shows it. A row span into a too short row leaves a hole,
 * which Lexical's export cannot handle.
 */
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';

type Nodes = readonly LexicalNodeJson[];

/** Beyond this many steps a table counts as malicious, and its row spans are ignored. */
const MAX_STEPS = 200_000;

/** The rows with `emptyCell()` in every hole; cells must have their known properties. */
export function fillTableHoles(rows: Nodes, emptyCell: () => LexicalNodeJson): Nodes {
  const reachesDown = rows.some(({ children = [] }) =>
    (children ?? []).some((cell) => spanOf(cell, 'rowSpan') > 1),
  );
  if (!reachesDown) return rows;
  return fillHoles(rows, emptyCell) ?? rows.map(withoutRowSpans);
}

function fillHoles(rows: Nodes, emptyCell: () => LexicalNodeJson): LexicalNodeJson[] | null {
  /** Number of rows for which each column is still occupied by a row span, including this one. */
  const taken: number[] = [];
  const filled: LexicalNodeJson[] = [];
  let steps = 0;
  for (const row of rows) {
    const cells = [...(row.children ?? [])];
    let column = 0;
    for (const cell of cells) {
      while ((taken[column] ?? 0) > 0) column += 1;
      for (const end = column + spanOf(cell, 'colSpan'); column < end; column += 1) {
        taken[column] = Math.max(taken[column] ?? 0, spanOf(cell, 'rowSpan'));
      }
    }
    for (let at = 0; at < taken.length; at += 1) {
      if ((taken[at] ?? 0) === 0) cells.push(emptyCell());
      taken[at] = Math.max((taken[at] ?? 0) - 1, 0);
    }
    while (taken.at(-1) === 0) taken.pop();
    steps += taken.length + cells.length;
    if (steps > MAX_STEPS) return null;
    filled.push({ ...row, children: cells });
  }
  return filled;
}

function withoutRowSpans(row: LexicalNodeJson): LexicalNodeJson {
  return { ...row, children: (row.children ?? []).map((cell) => ({ ...cell, rowSpan: 1 })) };
}

function spanOf(cell: LexicalNodeJson, name: 'colSpan' | 'rowSpan'): number {
  const span = cell[name];
  return typeof span === 'number' ? span : 1;
}
