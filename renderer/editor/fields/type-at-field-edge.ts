/**
 * Inserts typed text after a field when the caret is at its right edge and it shows a blank or a whole
 * choice. Elsewhere typing changes the field's value.
 */
import {
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  BEFORE_INPUT_COMMAND,
  COMMAND_PRIORITY_CRITICAL,
  COMPOSITION_START_COMMAND,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  type LexicalEditor,
  mergeRegister,
} from 'lexical';
import type { ReportFieldNode } from '#report/nodes/field-node.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { $currentField } from './field-positions.ts';
import { COMPOSITION_PLACE, insertedText } from './replace-field-text.ts';

export function registerFieldEdge(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerCommand(
      BEFORE_INPUT_COMMAND,
      (event) => {
        const text = insertedText(event);
        if (text === undefined || text === '' || !editor.isEditable() || !$typeAfterField(text)) return false;
        event.preventDefault();
        return true;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      CONTROLLED_TEXT_INSERTION_COMMAND,
      (input) => typeof input === 'string' && editor.isEditable() && $typeAfterField(input),
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      COMPOSITION_START_COMMAND,
      () => {
        $typeAfterField(COMPOSITION_PLACE);
        return false;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  );
}

/** Returns false if the caret is at no such edge; nothing is changed then. */
export function $typeAfterField(text: string): boolean {
  const field = $fieldBeforeCaret();
  const selection = $getSelection();
  if (field === null || !$isRangeSelection(selection)) return false;
  field.selectNext(0, 0);
  const behind = $getSelection();
  if (text !== '' && $isRangeSelection(behind)) behind.insertText(text);
  return true;
}

function $fieldBeforeCaret(): ReportFieldNode | null {
  const selection = $getSelection();
  const field = $currentField();
  if (!field || !$isRangeSelection(selection) || !selection.isCollapsed()) return null;
  const text = field.getTextContent();
  if (text !== FIELD_BLANK && !field.getField().options.includes(text)) return null;
  const { anchor } = selection;
  const node = anchor.getNode();
  const isAtEnd = $isTextNode(node)
    ? anchor.offset === node.getTextContentSize() && !node.getNextSibling()
    : anchor.offset > 0 && anchor.offset === field.getChildrenSize();
  return isAtEnd ? field : null;
}
