/** `.abbr` becomes the macro's text, by a space or by accepting its ghost; one undo step takes it back. */
import { $addUpdateTag, $getSelection, HISTORY_PUSH_TAG, type LexicalEditor } from 'lexical';
import { $insertBlocks } from '#renderer/editor/insert/insert-blocks.ts';
import { $macroAtCaret } from './macro-at-caret.ts';

/**
 * True where an abbreviation stood before the caret and was expanded: the key is not typed then. `whole`: only
 * one that is typed to its last letter.
 */
export function $expandMacroAtCaret(editor: LexicalEditor, whole: boolean): boolean {
  const at = $macroAtCaret();
  if (!at || (whole && !at.isWhole)) return false;
  $addUpdateTag(HISTORY_PUSH_TAG);
  at.node.select(at.start, at.end);
  $getSelection()?.insertText('');
  $insertBlocks(editor, at.macro.blocks);
  return true;
}
