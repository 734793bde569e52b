/**
 * Typing over a whole field. The browser's selection of all a field shows is read by Lexical as reaching from
 * the text before it, and typing would replace the field itself. Here it replaces only what the field shows:
 * by keys, by dictation, by an input method, by deleting.
 */
import {
  $createTextNode,
  BEFORE_INPUT_COMMAND,
  COMMAND_PRIORITY_CRITICAL,
  COMPOSITION_START_COMMAND,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  type LexicalEditor,
  mergeRegister,
} from 'lexical';
import type { ReportFieldNode } from '#report/field-node.ts';
import { $wholeFieldSelected } from './field-positions.ts';

export function registerFieldReplacing(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerCommand(
      BEFORE_INPUT_COMMAND,
      (event) => {
        // Before Lexical applies the event's own ranges, the selection still is the field's text.
        const field = $wholeFieldSelected();
        const text = insertedText(event);
        if (!field || text === undefined || !editor.isEditable()) return false;
        event.preventDefault();
        $replace(field, text);
        return true;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      CONTROLLED_TEXT_INSERTION_COMMAND,
      (input) => {
        const field = $wholeFieldSelected();
        if (!field || typeof input !== 'string') return false;
        $replace(field, input);
        return true;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      COMPOSITION_START_COMMAND,
      () => {
        const field = $wholeFieldSelected();
        if (field) $replace(field, '');
        return false;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  );
}

/** What the event puts in the place of the selection; undefined where it does something else. */
function insertedText(event: InputEvent): string | undefined {
  const { inputType, data, dataTransfer } = event;
  if (inputType.startsWith('deleteContent') || inputType.startsWith('deleteWord')) return '';
  if (inputType !== 'insertText' && inputType !== 'insertReplacementText') return undefined;
  return data ?? dataTransfer?.getData('text/plain');
}

function $replace(field: ReportFieldNode, text: string): void {
  field.clear();
  if (text === '') {
    field.select(0, 0);
    return;
  }
  const shown = $createTextNode(text);
  field.append(shown);
  shown.select(text.length, text.length);
}
