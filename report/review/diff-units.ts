/** A report as the flat list of pieces a difference is shown in: a list item is a piece, a table is one. */
import type { Block, ListBlock, TableBlock, TableCell } from '../html/report-tree.ts';
import { textOfBlock, textOfBlocks, textOfInlines } from '../html/tree-text.ts';
import { writeHtml } from '../html/write-html.ts';

export interface DiffUnit {
  readonly kind: 'paragraph' | 'heading' | 'quote' | 'rule' | 'item' | 'table';
  /** Heading level, or depth of the list item from 1; else 0. */
  readonly level: number;
  readonly ordered: boolean;
  readonly text: string;
  /** Title of the heading above, so that unchanged sections can be folded away. */
  readonly section: string;
  readonly table: TableBlock | null;
  /** Equal for pieces that look the same, formatting included. */
  readonly key: string;
}

export function unitsOfBlocks(blocks: readonly Block[]): DiffUnit[] {
  let section = '';
  return blocks.flatMap((block): DiffUnit[] => {
    if (block.kind === 'heading') section = textOfBlock(block);
    if (block.kind === 'list') return unitsOfList(block, 1, section);
    return [
      {
        kind: block.kind,
        level: block.kind === 'heading' ? block.level : 0,
        ordered: false,
        text: textOfBlock(block),
        section,
        table: block.kind === 'table' ? block : null,
        key: writeHtml([block]),
      },
    ];
  });
}

function unitsOfList(list: ListBlock, depth: number, section: string): DiffUnit[] {
  return list.items.flatMap((item) => [
    {
      kind: 'item' as const,
      level: depth,
      ordered: list.ordered,
      text: textOfInlines(item.children),
      section,
      table: null,
      key: `${depth}${list.ordered ? 'ol' : 'ul'}${writeHtml([{ kind: 'paragraph', children: item.children }])}`,
    },
    ...item.lists.flatMap((nested) => unitsOfList(nested, depth + 1, section)),
  ]);
}

/** Cell texts with tabs between; a tab inside a cell counts as a space. */
export function textOfRow(row: readonly TableCell[]): string {
  return row.map((cell) => textOfBlocks(cell.blocks).replaceAll('\t', ' ')).join('\t');
}
