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
import { $createReportFigureNode, ReportFigureNode } from '#report/nodes/figure-node.ts';
import { type PictureMeta, pictureAttributes } from '#report/state/picture-meta.ts';
import { $nameNewFigure, $nextFigureNumber, type FigureWords } from './figure-numbers.ts';

/**
 * `caption` and the figure's name are in the report's language.
 * @returns false where the report shows this very picture already.
 */
export function insertKeyImage(
  editor: LexicalEditor,
  picture: PictureMeta,
  { name, caption }: { readonly name: FigureWords; readonly caption: string },
): boolean {
  if (editor.read(() => $showsPicture(picture))) return false;
  const insert = () => {
    const called = name($nextFigureNumber());
    const figure = $createReportFigureNode(picture).append($createTextNode(`${called}: ${caption}`));
    const block = $blockAtCaret();
    if (block) block.insertAfter(figure, false);
    else $getRoot().append(figure);
    // There is always a line to write on below it.
    if (figure.getNextSibling() === null) figure.insertAfter($createParagraphNode(), false);
    $nameNewFigure(editor, picture, called);
  };
  editor.update(insert, { discrete: true, tag: SKIP_DOM_SELECTION_TAG });
  return true;
}

/** With the same window: a picture seen in two windows is two. */
function $showsPicture(picture: PictureMeta): boolean {
  const wanted = JSON.stringify(pictureAttributes(picture));
  return $getRoot()
    .getChildren()
    .some(
      (node) =>
        node instanceof ReportFigureNode && JSON.stringify(pictureAttributes(node.getPicture())) === wanted,
    );
}

/** The block a figure goes below; undefined for the end of the report. */
export function $blockAtCaret(): LexicalNode | undefined {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return undefined;
  const node = selection.anchor.getNode();
  return $isRootNode(node) ? undefined : (node.getTopLevelElement() ?? undefined);
}
