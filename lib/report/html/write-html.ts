/**
 * Writes canonical report HTML; the only writer. Its complete vocabulary: p, h1–h6, blockquote, ul, ol, li, table,
 * tbody, tr, td, th, hr, br, figure[data-picture…], a[href], span[data-field…] and the marks. It cannot write anything
 * else, which enforces the allow-list for any input.
 */
import { fieldAttributes } from '#report/state/field-meta.ts';
import { pictureAttributes } from '#report/state/picture-meta.ts';
import { escapeAttribute, escapeText } from './html-text.ts';
import {
  type Block,
  type Inline,
  type ListBlock,
  MARK_TAGS,
  type TableBlock,
  type TableCell,
} from './report-tree.ts';

export function writeHtml(blocks: readonly Block[]): string {
  let html = '';
  for (const block of blocks) html += writeBlock(block);
  return html;
}

function writeBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${writeInlines(block.children)}</p>`;
    case 'heading': {
      const code = block.sectionCode === null ? '' : attribute('data-section-code', block.sectionCode);
      return `<h${block.level}${code}>${writeInlines(block.children)}</h${block.level}>`;
    }
    case 'quote':
      return `<blockquote>${writeInlines(block.children)}</blockquote>`;
    case 'figure': {
      const attributes = pictureAttributes(block.picture).map(([name, value]) => attribute(name, value));
      return `<figure${attributes.join('')}>${writeInlines(block.children)}</figure>`;
    }
    case 'rule':
      return '<hr>';
    case 'list':
      return writeList(block);
    case 'table':
      return writeTable(block);
  }
}

function writeList(list: ListBlock): string {
  const tag = list.ordered ? 'ol' : 'ul';
  const start = list.ordered && list.start !== 1 ? attribute('start', String(list.start)) : '';
  let html = `<${tag}${start}>`;
  for (const item of list.items) {
    html += `<li>${writeInlines(item.children)}`;
    for (const nested of item.lists) html += writeList(nested);
    html += '</li>';
  }
  return `${html}</${tag}>`;
}

function writeTable(table: TableBlock): string {
  let html = '<table><tbody>';
  for (const row of table.rows) {
    html += '<tr>';
    for (const cell of row) html += writeCell(cell);
    html += '</tr>';
  }
  return `${html}</tbody></table>`;
}

function writeCell(cell: TableCell): string {
  const tag = cell.header ? 'th' : 'td';
  const colspan = cell.colspan > 1 ? attribute('colspan', String(cell.colspan)) : '';
  const rowspan = cell.rowspan > 1 ? attribute('rowspan', String(cell.rowspan)) : '';
  return `<${tag}${colspan}${rowspan}>${writeCellContent(cell.blocks)}</${tag}>`;
}

/** A cell with a single paragraph contains its text directly, as a person would write it. */
function writeCellContent(blocks: readonly Block[]): string {
  const [only] = blocks;
  if (blocks.length !== 1 || only?.kind !== 'paragraph') return writeHtml(blocks);
  const isEmpty = only.children.length === 1 && only.children[0]?.kind === 'break';
  return isEmpty ? '' : writeInlines(only.children);
}

function writeInlines(inlines: readonly Inline[]): string {
  let html = '';
  for (const inline of inlines) html += writeInline(inline);
  return html;
}

function writeInline(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return inline.marks === 0 ? escapeText(inline.text) : writeMarked(inline.text, inline.marks);
    case 'break':
      return '<br>';
    case 'link':
      return `<a${attribute('href', inline.href)}>${writeInlines(inline.children)}</a>`;
    case 'field': {
      const attributes = fieldAttributes(inline.meta).map(([name, value]) => attribute(name, value));
      return `<span${attributes.join('')}>${writeInlines(inline.children)}</span>`;
    }
  }
}

function writeMarked(text: string, marks: number): string {
  let before = '';
  let after = '';
  for (const [bit, tag] of MARK_TAGS.entries()) {
    if ((marks & (1 << bit)) === 0) continue;
    before += `<${tag}>`;
    after = `</${tag}>${after}`;
  }
  return before + escapeText(text) + after;
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`;
}
