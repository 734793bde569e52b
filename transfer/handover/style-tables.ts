/** Styles tables as the vault does: numbers right-aligned, a line above a row of sums. */
import { isSumRow, styleColumns } from '#report/table-styling.ts';

export function styleTables(report: HTMLElement): void {
  for (const table of report.querySelectorAll('table')) {
    const [head, ...rows] = [...table.rows];
    if (!head) continue;
    const textsOf = (row: HTMLTableRowElement) => [...row.cells].map((cell) => cell.textContent.trim());
    const texts = rows.map(textsOf);
    for (const [column, { isNumeric }] of styleColumns(textsOf(head), texts).entries()) {
      for (const row of [head, ...rows]) row.cells[column]?.classList.toggle('num', isNumeric);
    }
    for (const [at, row] of rows.entries()) row.classList.toggle('sum', isSumRow(texts[at] ?? []));
  }
}
