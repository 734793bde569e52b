/**
 * Rows of a table without holes. A cell that reaches down into a row too short to stand around it leaves a hole
 * in the grid, and Lexical's export stumbles over one; an empty cell fills it, as a browser shows it.
 */
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';

type Nodes = readonly LexicalNodeJson[];

/** Steps over the grid before a table counts as made to cost: then its cells reach over one row each. */
const MAX_STEPS = 200_000;

/** The rows with `emptyCell()` in every hole; cells need their known properties. */
export function fillTableHoles(rows: Nodes, emptyCell: () => LexicalNodeJson): Nodes {
  const reachesDown = rows.some(({ children = [] }) =>
    (children ?? []).some((cell) => spanOf(cell, 'rowSpan') > 1),
  );
  if (!reachesDown) return rows;
  return fillHoles(rows, emptyCell) ?? rows.map(withoutRowSpans);
}

function fillHoles(rows: Nodes, emptyCell: () => LexicalNodeJson): LexicalNodeJson[] | null {
  /** For how many rows, this one included, each column is taken. */
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
