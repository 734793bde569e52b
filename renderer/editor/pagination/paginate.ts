/**
 * Cuts a rendered report into print pages. Headings stay with the next block. Tables are cut between rows
 * with their head repeated, lists between items.
 */
export interface PageSpace {
  /** Text height in CSS pixels: of the first page, of later pages, and of the closing block. */
  readonly first: number;
  readonly next: number;
  readonly closing: number;
}

export interface PrintPage {
  readonly html: string;
  /** True for a page with one block taller than a page; the page grows instead of cutting the text. */
  readonly isTall: boolean;
}

export interface Piece {
  readonly kind: 'block' | 'heading' | 'row' | 'item';
  readonly height: number;
  readonly html: string;
  /** Opening HTML of the table or list around cut rows or items. */
  readonly open?: string;
  readonly close?: string;
  /** Height in pixels of a repeated table head. */
  readonly openHeight?: number;
  readonly parent?: number;
}

/** Cuts `source`, laid out at the page's text width. The closing block is the signature and seal. */
export function paginate(source: HTMLElement, space: PageSpace): PrintPage[] {
  const pages = arrangePieces(piecesOf(source), space);
  return pages.map((page, at) => ({
    html: htmlOf(page),
    isTall: heightOf(page) > (at === 0 ? space.first : space.next),
  }));
}

/**
 * Distributes the pieces over pages. A signature that needs its own page takes the end of the text with it.
 */
export function arrangePieces(pieces: readonly Piece[], space: PageSpace): Piece[][] {
  const pages: Piece[][] = [[]];
  for (const [at, piece] of pieces.entries()) {
    const page = pages.at(-1) ?? [];
    const room = roomOf(pages, space);
    const need = heightOf([...page, piece]) - heightOf(page);
    const follower = piece.kind === 'heading' ? Math.min(pieces[at + 1]?.height ?? 0, 120) : 0;
    if (need + follower > room && page.length > 0) pages.push([piece]);
    else page.push(piece);
  }
  if (roomOf(pages, space) >= space.closing) return pages;
  const last = pages.at(-1) ?? [];
  const moved = last.splice(endOf(last));
  return [...pages, moved];
}

function roomOf(pages: readonly (readonly Piece[])[], { first, next }: PageSpace): number {
  return (pages.length === 1 ? first : next) - heightOf(pages.at(-1) ?? []);
}

/** Height of a page, with its repeated table heads. */
function heightOf(page: readonly Piece[]): number {
  return page.reduce((sum, piece, at) => {
    const startsTable = piece.openHeight !== undefined && page[at - 1]?.parent !== piece.parent;
    return sum + piece.height + (startsTable ? (piece.openHeight ?? 0) : 0);
  }, 0);
}

/** Index where the end of a page starts: its last piece and the heading above it. A single piece stays. */
function endOf(page: readonly Piece[]): number {
  let at = page.length - 1;
  while (at > 1 && page[at - 1]?.kind === 'heading') at -= 1;
  return page[at - 1]?.kind === 'heading' ? page.length : Math.max(at, 1);
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
