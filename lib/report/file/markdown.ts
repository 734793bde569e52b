/** Converts a report's canonical HTML to Markdown: headings, lists, tables and marks; everything else stays text. */
import { buildDocument } from '#report/html/build-blocks.ts';
import { isKnownTag } from '#report/html/html-tags.ts';
import { parseLooseHtml } from '#report/html/parse-loose-html.ts';
import type { Block, Inline, ListBlock, TableBlock } from '#report/html/report-tree.ts';
import { MARK_TAGS } from '#report/html/report-tree.ts';
import { textOfBlocks } from '#report/html/tree-text.ts';
import { textOfHtml } from '#report/plain-text.ts';

const MARKS: Readonly<Partial<Record<(typeof MARK_TAGS)[number], string>>> = {
  strong: '**',
  em: '*',
  s: '~~',
  code: '`',
};

export function markdownOfHtml(html: string): string {
  const nodes = parseLooseHtml(html, isKnownTag);
  if (nodes === null) return escaped(textOfHtml(html));
  return buildDocument(nodes).map(blockText).join('\n\n');
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(Math.min(6, block.level))} ${inlineText(block.children)}`;
    case 'paragraph':
      return inlineText(block.children);
    case 'quote':
      return `> ${inlineText(block.children)}`;
    case 'figure':
      return `*${inlineText(block.children)}*`;
    case 'rule':
      return '---';
    case 'list':
      return listText(block, '');
    case 'table':
      return tableText(block);
  }
}

function listText({ ordered, start, items }: ListBlock, indent: string): string {
  return items
    .flatMap(({ children, lists }, at) => {
      const mark = ordered ? `${start + at}.` : '-';
      const inner = `${indent}${' '.repeat(mark.length + 1)}`;
      return [`${indent}${mark} ${inlineText(children)}`, ...lists.map((list) => listText(list, inner))];
    })
    .join('\n');
}

function tableText({ rows }: TableBlock): string {
  const lines = rows.map((row) => {
    const cells = row.flatMap((cell) => {
      const text = escaped(textOfBlocks(cell.blocks)).replaceAll('\n', ' ').replaceAll('|', '\\|');
      return [text, ...Array.from({ length: cell.colspan - 1 }, () => '')];
    });
    return `| ${cells.join(' | ')} |`;
  });
  const width = (rows[0] ?? []).reduce((sum, { colspan }) => sum + colspan, 0);
  const rule = `|${' --- |'.repeat(width)}`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function inlineText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'break') return '  \n';
      if (inline.kind === 'link') return `[${inlineText(inline.children)}](${inline.href})`;
      if (inline.kind === 'field') return inlineText(inline.children);
      return marked(inline.text, inline.marks);
    })
    .join('');
}

function marked(text: string, marks: number): string {
  const signs = MARK_TAGS.flatMap((tag, bit) => ((marks >> bit) & 1 ? (MARKS[tag] ?? []) : []));
  const inner = text.trim();
  if (inner === '') return text;
  const from = text.length - text.trimStart().length;
  const [before, after] = [text.slice(0, from), text.slice(from + inner.length)];
  return `${before}${signs.join('')}${escaped(inner)}${signs.toReversed().join('')}${after}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#]/g, '\\$&');
}
