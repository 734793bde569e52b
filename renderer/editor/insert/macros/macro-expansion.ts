/**
 * Expands `.abbr` into the macro's text, after a space or when its ghost text is accepted. One undo step
 * reverts it.
 */
import { $addUpdateTag, $getSelection, HISTORY_PUSH_TAG, type LexicalEditor } from 'lexical';
import { $insertBlocks } from '#renderer/editor/insert/insert-blocks.ts';
import { $macroAtCaret } from './macro-at-caret.ts';

/**
 * Expands the abbreviation before the caret. Returns true if it did; the key is not typed then. `whole`
 * accepts only a fully typed abbreviation.
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
