/**
 * Names of a control by its place in a table: the words of its row, the head of its column, and the words in
 * front of the table, such as "Rechts:". Fields of a right and a left table would otherwise share their names.
 */
import { hasControl, labelText } from './element-text.ts';

const TITLE_MAX_LETTERS = 40;
/** Wider rows and later heads are no form; a hostile file would take minutes. */
const CELLS_MAX = 64;
const HEADS_MAX = 8;

interface Row {
  readonly cells: readonly Element[];
  readonly isControl: readonly boolean[];
}

export interface TableNames {
  /** Words of the row, with the column's head where the row has several controls. */
  readonly cell: (control: Element) => string | null;
  /** Words of the nearest cell to the left without a control. */
  readonly row: (control: Element) => string | null;
  /** Short words in front of the control's table that end with a colon. */
  readonly title: (control: Element) => string | null;
}

export function createTableNames(): TableNames {
  const rows = new Map<Element, Row>();
  const titles = new Map<Element, string | null>();

  function rowOf(element: Element): Row {
    const known = rows.get(element);
    if (known) return known;
    const cells = [...element.children];
    const isForm = cells.length <= CELLS_MAX;
    const row = isForm ? { cells, isControl: cells.map(hasControl) } : { cells: [], isControl: [] };
    rows.set(element, row);
    return row;
  }

  function placeOf(control: Element): { element: Element; row: Row; at: number } | undefined {
    const cell = control.closest('td, th');
    const element = cell?.parentElement;
    if (!cell || !element) return undefined;
    const row = rowOf(element);
    const at = row.cells.indexOf(cell);
    return at < 0 ? undefined : { element, row, at };
  }

  function row(control: Element): string | null {
    const place = placeOf(control);
    if (!place) return null;
    for (let at = place.at - 1; at >= 0; at -= 1) {
      const words = place.row.isControl[at] === true ? '' : labelText(place.row.cells[at] ?? null);
      if (words !== '') return words;
    }
    return null;
  }

  /** Text of the cell above in a row of heads: as many cells, none with a control. */
  function columnHead(control: Element): string | null {
    const place = placeOf(control);
    if (!place || place.row.isControl.filter(Boolean).length === 1) return null;
    const first = control.closest('table')?.querySelector('tr')?.parentElement?.firstElementChild ?? null;
    let other: Element | null = first;
    for (let seen = 0; other !== null && other !== place.element && seen < HEADS_MAX; seen += 1) {
      const { cells, isControl } = rowOf(other);
      if (cells.length === place.row.cells.length && !isControl.includes(true))
        return labelText(cells[place.at] ?? null);
      other = other.nextElementSibling;
    }
    return null;
  }

  function title(control: Element): string | null {
    const table = control.closest('table');
    if (table === null) return null;
    const known = titles.get(table);
    if (known !== undefined) return known;
    const found = wordsBefore(table);
    titles.set(table, found);
    return found;
  }

  return { cell: (control) => join([row(control), columnHead(control)]), row, title };
}

function wordsBefore(table: Element): string | null {
  let node = table.previousSibling;
  while (node !== null && (node.textContent ?? '').trim() === '') node = node.previousSibling;
  if (node === null) return null;
  const words = (node.textContent ?? '').replace(/\s+/g, ' ').trim();
  const isTitle = words.endsWith(':') && words.length <= TITLE_MAX_LETTERS;
  return isTitle ? words.slice(0, -1).trim() || null : null;
}

/** Joins the names that say something, each once. */
export function join(names: readonly (string | null)[]): string | null {
  const said = names.filter((name) => name !== null && name !== '');
  return said.length === 0 ? null : [...new Set(said)].join(', ');
}
