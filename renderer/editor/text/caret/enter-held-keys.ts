/** Enters the keys held while the report opened, as if typed now. Enter makes a line; it never accepts a field. */
import { CONTROLLED_TEXT_INSERTION_COMMAND, INSERT_PARAGRAPH_COMMAND, type LexicalEditor } from 'lexical';
import { $currentField } from '#renderer/editor/fields/field-positions.ts';

export function enterHeldKeys(editor: LexicalEditor, text: string): void {
  for (const [at, line] of text.split('\n').entries()) {
    if (at > 0)
      editor.update(
        () => {
          // What the field shows was not seen yet, so nothing may accept it.
          $currentField()?.selectNext(0, 0);
          editor.dispatchCommand(INSERT_PARAGRAPH_COMMAND, undefined);
        },
        { discrete: true },
      );
    for (const character of line)
      editor.update(() => editor.dispatchCommand(CONTROLLED_TEXT_INSERTION_COMMAND, character), {
        discrete: true,
      });
  }
}
