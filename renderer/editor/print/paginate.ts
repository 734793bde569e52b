/**
 * Cuts a report into the pages of its print: headings stay with what follows, tables are cut between rows and
 * repeat their head, lists between items. Measures a rendered copy; knows nothing of what stands around it.
 */
export interface PageSpace {
  /** CSS pixels for text on the first page, on every other, and what the closing block needs. */
  readonly first: number;
  readonly next: number;
  readonly closing: number;
}

export interface PrintPage {
  readonly html: string;
  /** Holds one block that is taller than a page: the page grows instead of cutting text off. */
  readonly isTall: boolean;
}

interface Piece {
  readonly kind: 'block' | 'heading' | 'row' | 'item';
  readonly height: number;
  readonly html: string;
  /** For rows and items: how their table or list begins and ends on a page. */
  readonly open?: string;
  readonly close?: string;
  /** Pixels of a repeated table head. */
  readonly openHeight?: number;
  readonly parent?: number;
}

/** `source` is laid out at the width of the page's text. Closing block: signature and seal. */
export function paginate(source: HTMLElement, space: PageSpace): PrintPage[] {
  const pieces = piecesOf(source);
  const pages: Piece[][] = [[]];
  const used: number[] = [0];
  for (const [at, piece] of pieces.entries()) {
    const page = pages.length - 1;
    const room = (page === 0 ? space.first : space.next) - (used[page] ?? 0);
    const startsTable = piece.openHeight !== undefined && pages[page]?.at(-1)?.parent !== piece.parent;
    const need = piece.height + (startsTable ? (piece.openHeight ?? 0) : 0);
    const follower = piece.kind === 'heading' ? Math.min(pieces[at + 1]?.height ?? 0, 120) : 0;
    if (need + follower > room && (pages[page]?.length ?? 0) > 0) {
      pages.push([piece]);
      used.push(piece.height + (piece.openHeight ?? 0));
    } else {
      pages[page]?.push(piece);
      used[page] = (used[page] ?? 0) + need;
    }
  }
  const last = pages.length - 1;
  const lastRoom = (last === 0 ? space.first : space.next) - (used[last] ?? 0);
  const printed = pages.map((page, at) => ({
    html: htmlOf(page),
    isTall: (used[at] ?? 0) > (at === 0 ? space.first : space.next),
  }));
  return lastRoom < space.closing ? [...printed, { html: '', isTall: false }] : printed;
}

function piecesOf(source: HTMLElement): Piece[] {
  const children = [...source.children].filter((child) => child instanceof HTMLElement);
  const bottom = source.getBoundingClientRect().bottom;
  return children.flatMap((child, at) => {
    const next = children[at + 1];
    const end = next ? next.getBoundingClientRect().top : bottom;
    const height = Math.max(child.getBoundingClientRect().height, end - child.getBoundingClientRect().top);
    if (child instanceof HTMLTableElement) return rowsOf(child, at);
    if (child.matches('ul, ol')) return itemsOf(child, at);
    const kind = child.matches('h1, h2, h3, h4, h5, h6') ? 'heading' : 'block';
    return [{ kind, height, html: child.outerHTML }];
  });
}

function rowsOf(table: HTMLTableElement, parent: number): Piece[] {
  const rows = [...table.rows];
  const head = rows[0]?.querySelector('td') ? undefined : rows[0];
  const open = `<table class="mt">${head ? `<thead>${head.outerHTML}</thead>` : ''}<tbody>`;
  const openHeight = (head?.getBoundingClientRect().height ?? 0) + 14;
  return rows
    .filter((row) => row !== head)
    .map((row) => ({
      kind: 'row',
      height: row.getBoundingClientRect().height,
      html: row.outerHTML,
      open,
      close: '</tbody></table>',
      openHeight,
      parent,
    }));
}

function itemsOf(list: HTMLElement, parent: number): Piece[] {
  const tag = list.localName;
  return [...list.children].map((item, at) => ({
    kind: 'item',
    height: item.getBoundingClientRect().height,
    html: item.outerHTML,
    open: tag === 'ol' ? `<ol start="${at + 1}">` : '<ul>',
    close: `</${tag}>`,
    parent,
  }));
}

function htmlOf(pieces: readonly Piece[]): string {
  let html = '';
  let open: Piece | undefined;
  for (const piece of pieces) {
    if (open && open.parent !== piece.parent) {
      html += open.close ?? '';
      open = undefined;
    }
    if (piece.open !== undefined && !open) {
      html += piece.open;
      open = piece;
    }
    html += piece.html;
  }
  return html + (open?.close ?? '');
}
