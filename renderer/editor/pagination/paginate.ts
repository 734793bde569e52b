/**
 * Cuts a rendered report into print pages. Headings stay with the next block, and the Impression with its critical result
 * together where one page has room. Tables are cut between rows with their head repeated, lists between items.
 */
import { isCriticalLine } from '#records/reports/critical-line.ts';
import { isAddendum } from '#report/review/sections-to-start-from.ts';
import { sectionCodeOfTitle } from '#report/state/section-titles.ts';

const IMPRESSION = '19005-8';

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
  /** True when an addendum starts on the page. */
  readonly hasAddendum: boolean;
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
  /** Pieces of one Impression have one number. */
  readonly impression?: number | undefined;
  /** The critical result, which is never first on a page. */
  readonly isCritical?: boolean;
  readonly isAddendum?: boolean;
}

/** Cuts `source`, laid out at the page's text width. The closing block is the signature and seal. */
export function paginate(source: HTMLElement, space: PageSpace): PrintPage[] {
  const pages = arrangePieces(piecesOf(source), space);
  return pages.map((page, at) => ({
    html: htmlOf(page),
    isTall: heightOf(page) > (at === 0 ? space.first : space.next),
    hasAddendum: page.some((piece) => piece.isAddendum),
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
    const whole = heightOfImpression(pieces, at);
    const isMoved = whole > room && whole <= space.next;
    if ((need + follower > room || isMoved) && page.length > 0)
      pages.push([...(piece.isCritical ? page.splice(endOf(page)) : []), piece]);
    else page.push(piece);
  }
  if (roomOf(pages, space) >= space.closing) return pages;
  const last = pages.at(-1) ?? [];
  const moved = last.splice(startOfEnd(last, space));
  return [...pages, moved];
}

/** Height of the Impression that starts at a piece; 0 elsewhere. */
function heightOfImpression(pieces: readonly Piece[], at: number): number {
  const impression = pieces[at]?.impression;
  if (impression === undefined || pieces[at - 1]?.impression === impression) return 0;
  return heightOf(pieces.filter((piece) => piece.impression === impression));
}

/** Index where the part starts that goes to the page of the signature. */
function startOfEnd(page: readonly Piece[], { next, closing }: PageSpace): number {
  const impression = page.at(-1)?.impression;
  const start = impression === undefined ? -1 : page.findIndex((piece) => piece.impression === impression);
  const height = heightOf(page.slice(start));
  if (start > 0 && height + closing <= next) return start;
  // An Impression that fills the page stays whole, and the signature follows alone.
  if (start === 0 && height <= next) return page.length;
  const end = endOf(page);
  return page[end]?.isCritical && end > 1 ? endOf(page.slice(0, end)) : end;
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
  let impression: number | undefined;
  const children = [...source.children].filter((child) => child instanceof HTMLElement);
  const bottom = source.getBoundingClientRect().bottom;
  return children.flatMap((child, at) => {
    const next = children[at + 1];
    const end = next ? next.getBoundingClientRect().top : bottom;
    const height = Math.max(child.getBoundingClientRect().height, end - child.getBoundingClientRect().top);
    const isHeading = child.matches('h1, h2, h3, h4, h5, h6');
    if (isHeading) impression = codeOf(child) === IMPRESSION ? at : undefined;
    const pieces: readonly Piece[] =
      child instanceof HTMLTableElement
        ? rowsOf(child, at)
        : child.matches('ul, ol')
          ? itemsOf(child, at)
          : [{ kind: isHeading ? 'heading' : 'block', height, html: child.outerHTML }];
    return pieces.map((piece) => ({
      ...piece,
      impression,
      isCritical: !isHeading && isCriticalLine(child.textContent),
      isAddendum: isHeading && isAddendum({ code: codeOf(child), title: child.textContent.trim() }),
    }));
  });
}

function codeOf(heading: Element): string | null {
  return heading.getAttribute('data-section-code') ?? sectionCodeOfTitle(heading.textContent);
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
