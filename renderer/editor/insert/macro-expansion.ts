/** `.abbr` and a space become the macro's text; one undo step takes it back. */
import {
  $addUpdateTag,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
} from 'lexical';
import { $insertBlocks } from './insert-blocks.ts';
import { findMacro } from './macro-book.ts';

const ABBREVIATION = /(?:^|[\s(\u00A0])(\.[\p{L}\p{N}_-]{2,40})$/u;

/** True where an abbreviation stood before the caret and was expanded: the space is not typed then. */
export function $expandMacroAtCaret(editor: LexicalEditor): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false;
  const node = selection.anchor.getNode();
  if (!$isTextNode(node)) return false;
  const { offset } = selection.anchor;
  const typed = ABBREVIATION.exec(node.getTextContent().slice(0, offset))?.[1];
  const macro = typed === undefined ? undefined : findMacro(typed.slice(1));
  if (typed === undefined || macro === undefined) return false;
  $addUpdateTag(HISTORY_PUSH_TAG);
  node.select(offset - typed.length, offset);
  $getSelection()?.insertText('');
  $insertBlocks(editor, macro.blocks);
  return true;
}
