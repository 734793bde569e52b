/**
 * Converts HTML from the clipboard to canonical report HTML: headings, lists, tables and emphasis stay; colours, fonts,
 * pictures, comments and anything that could run or load are removed. Needs the editor's DOM.
 * Source: clinical-ux.md, B-i 23.
 */

import { looseFromDom } from '#report/dom/loose-nodes-from-dom.ts';
import { parseHtml } from '#report/dom/trusted-html.ts';
import { buildDocument } from '#report/html/build-blocks.ts';
import type { LooseNode } from '#report/html/parse-loose-html.ts';
import { type Block, EMPTY_PARAGRAPH } from '#report/html/report-tree.ts';
import { textOfBlocks } from '#report/html/tree-text.ts';
import { writeHtml } from '#report/html/write-html.ts';
import { restoreWordLists } from './restore-msword-lists.ts';

/** A larger clipboard is refused, because the editor would freeze and no report is that long. */
export const PASTE_MAX_CHARS = 1_000_000;

/** The canonical HTML of a clipboard's `text/html`, or null when it is too large. */
export function pastedHtml(html: string): string | null {
  if (html.length > PASTE_MAX_CHARS) return null;
  const document = parseHtml(html);
  restoreWordLists(document);
  const blocks = buildDocument(looseFromDom(document.body, convertStyled)).filter(isShown);
  return writeHtml(blocks.flatMap(keptApart));
}

/** Separates adjacent lists by an empty line, because the editor would join and renumber them. */
function keptApart(block: Block, at: number, blocks: readonly Block[]): Block[] {
  const before = blocks[at - 1];
  const isNext = block.kind === 'list' && block.ordered && before?.kind === 'list' && before.ordered;
  return isNext ? [EMPTY_PARAGRAPH, block] : [block];
}

/** False for paragraphs with a single non-breaking space, which Word writes between others. */
function isShown(block: Block): boolean {
  return block.kind !== 'paragraph' || textOfBlocks([block]).trim() !== '';
}

/** Converts styles to emphasis tags, and removes tags whose style cancels the emphasis. */
function convertStyled(element: Element): LooseNode[] | null {
  const style = element.getAttribute('style');
  const tag = element.localName;
  if (style === null || !['span', 'b', 'strong', 'i', 'em', 'font'].includes(tag)) return null;
  if (element.hasAttribute('data-field')) return null;
  const children = looseFromDom(element, convertStyled);
  const isPlain = /font-weight:\s*(?:normal|400)/i.test(style) && (tag === 'b' || tag === 'strong');
  const marks: string[] = [];
  if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) marks.push('strong');
  if (/font-style:\s*italic/i.test(style)) marks.push('em');
  if (/text-decoration[^;]*underline/i.test(style)) marks.push('u');
  if (/vertical-align:\s*super/i.test(style)) marks.push('sup');
  if (/vertical-align:\s*sub\b/i.test(style)) marks.push('sub');
  const inner = isPlain || tag === 'span' || tag === 'font' ? children : [{ tag, attributes: {}, children }];
  return marks.reduce<LooseNode[]>((nodes, mark) => [{ tag: mark, attributes: {}, children: nodes }], inner);
}
