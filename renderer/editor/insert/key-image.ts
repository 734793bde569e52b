/** A key image goes below the block the caret is in; the caret and the focus stay where they are. */
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  $isRootNode,
  type LexicalEditor,
  type LexicalNode,
  SKIP_DOM_SELECTION_TAG,
} from 'lexical';
import { $createReportFigureNode } from '#report/figure-node.ts';
import type { PictureMeta } from '#report/state/picture-meta.ts';

export function insertKeyImage(editor: LexicalEditor, picture: PictureMeta, caption: string): void {
  const insert = () => {
    const figure = $createReportFigureNode(picture).append($createTextNode(caption));
    const block = $blockAtCaret();
    if (block) block.insertAfter(figure, false);
    else $getRoot().append(figure);
    // There is always a line to write on below it.
    if (figure.getNextSibling() === null) figure.insertAfter($createParagraphNode(), false);
  };
  editor.update(insert, { discrete: true, tag: SKIP_DOM_SELECTION_TAG });
}

/** The block a figure goes below; undefined for the end of the report. */
export function $blockAtCaret(): LexicalNode | undefined {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return undefined;
  const node = selection.anchor.getNode();
  return $isRootNode(node) ? undefined : (node.getTopLevelElement() ?? undefined);
}
