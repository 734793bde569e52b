/**
 * Converts a range of a text line into a static DOM range, which the browser need not update with each key.
 */
import type { LexicalEditor, LexicalNode } from 'lexical';
import type { TextLine } from './text-lines.ts';

/** Returns undefined if the page does not show the text as the editor has it. */
export function shownRange(
  editor: LexicalEditor,
  { pieces }: TextLine,
  from: number,
  to: number,
): StaticRange[] {
  const first = pieces.findLast(({ start }) => start <= from);
  const last = pieces.findLast(({ start }) => start < to);
  const startContainer = first && textInPage(editor, first.node);
  const endContainer = last && textInPage(editor, last.node);
  if (!first || !last || !startContainer || !endContainer) return [];
  const startOffset = from - first.start;
  const endOffset = to - last.start;
  // The page may not yet show text that is being composed.
  if (startOffset > startContainer.length || endOffset > endContainer.length) return [];
  return [new StaticRange({ startContainer, startOffset, endContainer, endOffset })];
}

function textInPage(editor: LexicalEditor, node: LexicalNode): Text | undefined {
  let element: Node | null = editor.getElementByKey(node.getKey());
  while (element && !(element instanceof Text)) element = element.firstChild;
  return element ?? undefined;
}
