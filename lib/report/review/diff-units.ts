/** Splits a report into a flat list of units for a difference: each list item and each table is one. */
import type { Block, Inline, ListBlock, TableBlock, TableCell } from '#report/html/report-tree.ts';
import { textOfBlock, textOfBlocks, textOfInlines } from '#report/html/tree-text.ts';
import { writeHtml } from '#report/html/write-html.ts';
import type { TextRun } from './diff-formatting.ts';

export interface DiffUnit {
  readonly kind: 'paragraph' | 'heading' | 'quote' | 'figure' | 'rule' | 'item' | 'table';
  /** Heading level, or depth of the list item from 1; else 0. */
  readonly level: number;
  readonly ordered: boolean;
  readonly text: string;
  /** The text split where its marks change; empty for a table. */
  readonly runs: readonly TextRun[];
  /** Title of the preceding heading, so that unchanged sections can be collapsed. */
  readonly section: string;
  readonly table: TableBlock | null;
  /** Equal for units that look the same, including formatting. */
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
        runs: 'children' in block ? runsOf(block.children) : [],
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
      runs: runsOf(item.children),
      section,
      table: null,
      key: `${depth}${list.ordered ? 'ol' : 'ul'}${writeHtml([{ kind: 'paragraph', children: item.children }])}`,
    },
    ...item.lists.flatMap((nested) => unitsOfList(nested, depth + 1, section)),
  ]);
}

function runsOf(inlines: readonly Inline[]): TextRun[] {
  return inlines.flatMap((inline): TextRun[] => {
    if (inline.kind === 'text') return [{ text: inline.text, marks: inline.marks }];
    return inline.kind === 'break' ? [{ text: '\n', marks: 0 }] : runsOf(inline.children);
  });
}

/** Cell texts separated by tabs; a tab inside a cell becomes a space. */
export function textOfRow(row: readonly TableCell[]): string {
  return row.map((cell) => textOfBlocks(cell.blocks).replaceAll('\t', ' ')).join('\t');
}
