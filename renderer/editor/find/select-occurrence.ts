/** Finds the nth occurrence of words in the report, counted as the checks before signing count them. */
import { $isHeadingNode, type HeadingNode } from '@lexical/rich-text';
import {
  $createRangeSelection,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  $setSelection,
  type LexicalNode,
} from 'lexical';
import { $getSectionCode } from '#report/nodes/loinc-sections.ts';
import { $linesOf, type TextLine } from './text-lines.ts';

interface Words {
  readonly text: string;
  /** Number of equal occurrences before this one, from 0. */
  readonly nth: number;
  /** Code of the section to count in; null for the whole report. */
  readonly within: string | null;
}

interface Occurrence {
  readonly line: TextLine;
  readonly from: number;
  readonly to: number;
}

/** Returns undefined if the words are no longer there. */
export function $findWords({ text, nth, within }: Words): Occurrence | undefined {
  let left = nth;
  for (const line of $linesOf(within === null ? $getRoot().getChildren() : $sectionBlocks(within))) {
    for (let at = line.text.indexOf(text); at !== -1; at = line.text.indexOf(text, at + text.length)) {
      if (left === 0) return { line, from: at, to: at + text.length };
      left -= 1;
    }
  }
  return undefined;
}

/** Puts the caret behind the words, so that no key replaces them. */
export function $caretBehind({ line, to }: Occurrence): void {
  if (!$selectIn(line, to - 1, to)) return;
  const selection = $getSelection();
  if ($isRangeSelection(selection)) selection.anchor.set(selection.focus.key, selection.focus.offset, 'text');
}

/** Selects a range of a line. Returns false if the line is no longer in the text. */
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

/** Returns the blocks after the section's heading, with its subsections. */
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
