/** Plain text of the canonical tree: a line per block, tabs between table cells. */
import type { Block, Inline, ListBlock } from './report-tree.ts';

export function textOfBlocks(blocks: readonly Block[]): string {
  return blocks.map(textOfBlock).join('\n');
}

export function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'rule':
      return '';
    case 'list':
      return textOfList(block);
    case 'table':
      return block.rows.map((row) => row.map((cell) => textOfBlocks(cell.blocks)).join('\t')).join('\n');
    default:
      return textOfInlines(block.children);
  }
}

function textOfList(list: ListBlock): string {
  return list.items
    .map((item) => [textOfInlines(item.children), ...item.lists.map(textOfList)].join('\n'))
    .join('\n');
}

export function textOfInlines(inlines: readonly Inline[]): string {
  let text = '';
  for (const inline of inlines) {
    if (inline.kind === 'text') text += inline.text;
    else if (inline.kind === 'break') text += '\n';
    else text += textOfInlines(inline.children);
  }
  return text;
}
