/**
 * Styles tables of the report: aligns numbers right, underlines the row of sums, dims computed cells. Derived
 * from the cell texts and never stored.
 */
import { TableCellNode } from '@lexical/table';
import type { LexicalEditor } from 'lexical';
import { isSumRow, styleColumns } from '#report/table-styling.ts';

/** Styles new tables at once, to lay them out once. Restyles changed tables one frame after the key. */
export function registerTableStyling(editor: LexicalEditor): () => void {
  const waiting = new Set<HTMLTableElement>();
  let frame = 0;
  const dressWaiting = (): void => {
    for (const table of waiting) styleTable(table);
    waiting.clear();
  };
  const offMutations = editor.registerMutationListener(
    TableCellNode,
    (changes) => {
      let isNew = false;
      for (const [key, change] of changes) {
        const table = change === 'destroyed' ? null : editor.getElementByKey(key)?.closest('table');
        if (table) waiting.add(table);
        if (change === 'created') isNew = true;
      }
      cancelAnimationFrame(frame);
      if (isNew) dressWaiting();
      else frame = requestAnimationFrame(dressWaiting);
    },
    { skipInitialization: false },
  );
  return () => {
    cancelAnimationFrame(frame);
    offMutations();
  };
}

export function styleTable(table: HTMLTableElement): void {
  const [head, ...rows] = [...table.rows];
  if (!head) return;
  const textsOf = (row: HTMLTableRowElement) => [...row.cells].map((cell) => (cell.textContent ?? '').trim());
  const texts = rows.map(textsOf);
  const columns = styleColumns(textsOf(head), texts);
  for (const [column, { isNumeric, isComputed }] of columns.entries()) {
    head.cells[column]?.classList.toggle('num', isNumeric);
    for (const row of rows) {
      row.cells[column]?.classList.toggle('num', isNumeric);
      row.cells[column]?.classList.toggle('calc', isComputed);
    }
  }
  for (const [at, row] of rows.entries()) row.classList.toggle('sum', isSumRow(texts[at] ?? []));
}
