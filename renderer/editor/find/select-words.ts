/** Selects words by their place among the same words of the report, as the checks before signing count them. */
import { $isHeadingNode, type HeadingNode } from '@lexical/rich-text';
import { $createRangeSelection, $getRoot, $setSelection, type LexicalNode } from 'lexical';
import { $getSectionCode } from '#report/nodes/section.ts';
import { $linesOf, type TextLine } from './text-lines.ts';

interface Words {
  readonly text: string;
  /** How many of the same words stand before them, from 0. */
  readonly nth: number;
  /** Code of the section they are counted in; null: the whole report. */
  readonly within: string | null;
}

/** False where the words are not there any more; the selection stays. */
export function $selectWords({ text, nth, within }: Words): boolean {
  let left = nth;
  for (const line of $linesOf(within === null ? $getRoot().getChildren() : $sectionBlocks(within))) {
    for (let at = line.text.indexOf(text); at !== -1; at = line.text.indexOf(text, at + text.length)) {
      if (left === 0) return $selectIn(line, at, at + text.length);
      left -= 1;
    }
  }
  return false;
}

/** False where the line is not in the text any more. */
export function $selectIn({ pieces }: TextLine, from: number, to: number): boolean {
  const first = pieces.findLast(({ start }) => start <= from);
  const last = pieces.findLast(({ start }) => start < to);
  if (!first || !last) return false;
  const selection = $createRangeSelection();
  selection.anchor.set(first.node.getKey(), from - first.start, 'text');
  selection.focus.set(last.node.getKey(), to - last.start, 'text');
  $setSelection(selection);
  return true;
}

/** What follows the section's heading, its subsections included. */
function $sectionBlocks(code: string): LexicalNode[] {
  const blocks = $getRoot().getChildren();
  const at = blocks.findIndex((block) => $isHeadingNode(block) && $getSectionCode(block) === code);
  const heading = blocks[at];
  if (!$isHeadingNode(heading)) return [];
  const rest = blocks.slice(at + 1);
  const end = rest.findIndex((block) => $isHeadingNode(block) && levelOf(block) <= levelOf(heading));
  return end === -1 ? rest : rest.slice(0, end);
}

function levelOf(heading: HeadingNode): number {
  return Number(heading.getTag().slice(1));
}
