/** Where words of a line stand in the page: a fixed range, which the page does not have to move with each key. */
import type { LexicalEditor, LexicalNode } from 'lexical';
import type { TextLine } from './text-lines.ts';

/** None where the text is not in the page as the editor has it. */
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
  // A text that is being composed may not stand in the page yet.
  if (startOffset > startContainer.length || endOffset > endContainer.length) return [];
  return [new StaticRange({ startContainer, startOffset, endContainer, endOffset })];
}

function textInPage(editor: LexicalEditor, node: LexicalNode): Text | undefined {
  let element: Node | null = editor.getElementByKey(node.getKey());
  while (element && !(element instanceof Text)) element = element.firstChild;
  return element ?? undefined;
}
