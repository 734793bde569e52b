/** Inserts a key image below the block at the caret, without moving caret or focus. */
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
 * Inserts the image with `caption` and figure name in the report's language.
 * @returns false if the report already has this picture.
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
    // Add a paragraph below the last figure, so that writing can continue there.
    if (figure.getNextSibling() === null) figure.insertAfter($createParagraphNode(), false);
    $nameNewFigure(editor, picture, called);
  };
  editor.update(insert, { discrete: true, tag: SKIP_DOM_SELECTION_TAG });
  return true;
}

/** Returns true if the report has this picture in the same window settings. */
function $showsPicture(picture: PictureMeta): boolean {
  const wanted = JSON.stringify(pictureAttributes(picture));
  return $getRoot()
    .getChildren()
    .some(
      (node) =>
        node instanceof ReportFigureNode && JSON.stringify(pictureAttributes(node.getPicture())) === wanted,
    );
}

/** Returns the block to insert below, a whole table from inside one; undefined for the end of the report. */
export function $blockAtCaret(): LexicalNode | undefined {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return undefined;
  const node = selection.anchor.getNode();
  if ($isRootNode(node)) return undefined;
  // The top level of a table's cell is the cell: a picture goes below the whole table.
  return node.getParents().findLast((parent) => !$isRootNode(parent)) ?? node;
}
