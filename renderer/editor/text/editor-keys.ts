/**
 * Keys inside the report. The ghost of a macro comes first, then commands of the program, an open pick list, then fields, table
 * cells and lists; what is left is Lexical's. Esc leaves the report, so that Tab is no trap.
 * Source: clinician's reference, keyboard map; WCAG 2.1.2.
 */
import { $isListItemNode } from '@lexical/list';
import {
  $createRangeSelectionFromDom,
  $findMatchingParent,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  $setSelection,
  COMMAND_PRIORITY_CRITICAL,
  INDENT_CONTENT_COMMAND,
  KEY_DOWN_COMMAND,
  type LexicalEditor,
  OUTDENT_CONTENT_COMMAND,
} from 'lexical';
import { canRun, runCommand } from '#renderer/commands/command-registry.ts';
import { COMMANDS, type CommandId } from '#renderer/commands/command-table.ts';
import { chordOf } from '#renderer/commands/key-chord.ts';
import { keysOf } from '#renderer/commands/keymap.ts';
import { $currentField, $fieldFromCaret } from '#renderer/editor/fields/field-positions.ts';
import { $goToField, handlePickListKey } from '#renderer/editor/fields/pick-list.ts';
import { closePickList, usePickList } from '#renderer/editor/fields/pick-list-store.ts';
import { $expandMacroAtCaret } from '#renderer/editor/insert/macros/macro-expansion.ts';
import { ghostKey } from '#renderer/editor/insert/macros/macro-ghost.ts';
import { $cellAround, $moveToCell } from '#renderer/editor/tables/table-navigation.ts';

export function registerEditorKeys(editor: LexicalEditor): () => void {
  return editor.registerCommand(
    KEY_DOWN_COMMAND,
    (event) => {
      if (event.isComposing) return false;
      $followCaret(editor);
      const isHandled = $handleKey(editor, event);
      if (isHandled) event.preventDefault();
      return isHandled;
    },
    COMMAND_PRIORITY_CRITICAL,
  );
}

/**
 * The browser reports a moved caret a moment after the key that moved it. A faster key would act where the caret was
 * before.
 */
function $followCaret(editor: LexicalEditor): void {
  const shown = getSelection();
  const root = editor.getRootElement();
  const known = $getSelection();
  if (!shown || !root?.contains(shown.anchorNode) || !$isRangeSelection(known)) return;
  const current = $createRangeSelectionFromDom(shown, editor);
  // Only its place counts: a format chosen for what will be typed belongs to the known one.
  const isThere = current?.anchor.is(known.anchor) && current.focus.is(known.focus);
  if (current && !isThere) $setSelection(current);
}

function $handleKey(editor: LexicalEditor, event: KeyboardEvent): boolean {
  const ghost = ghostKey(editor, event);
  if (ghost === 'take') return $expandMacroAtCaret(editor, false);
  if (ghost === 'leave') return true;
  const command = commandOf(event);
  if (command && canRun(command)) {
    runCommand(command);
    return true;
  }
  const { list } = usePickList.getState();
  if (list && list.editor === editor && editor.isEditable() && handlePickListKey(event, list)) return true;
  switch (event.key) {
    case 'Tab':
      return !event.ctrlKey && !event.altKey && $handleTab(editor, event.shiftKey ? -1 : 1);
    case 'Enter':
      return !event.shiftKey && !event.ctrlKey && !event.metaKey && $acceptField(editor);
    case 'Escape':
      leaveEditor(editor);
      return true;
    case ' ':
      return !event.ctrlKey && !event.altKey && editor.isEditable() && $expandMacroAtCaret(editor, true);
    case 'ArrowRight':
      return !event.shiftKey && !event.ctrlKey && editor.isEditable() && $stepOutOfLastField();
    default:
      return false;
  }
}

function commandOf(event: KeyboardEvent): CommandId | undefined {
  const chord = chordOf(event);
  if (chord === undefined) return undefined;
  return COMMANDS.find((row) => !('fixed' in row) && keysOf(row).includes(chord))?.id;
}

function $handleTab(editor: LexicalEditor, step: 1 | -1): boolean {
  closePickList();
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return false;
  const node = selection.anchor.getNode();
  const isInField = $currentField() !== null;
  const cell = $cellAround(node);
  if (cell && !isInField) return $moveToCell(cell, step, editor.isEditable());
  const field = $fieldFromCaret(step, false);
  if (field) {
    $goToField(editor, field);
    return true;
  }
  if (cell) return $moveToCell(cell, step, editor.isEditable());
  if (!isInField && $findMatchingParent(node, $isListItemNode)) {
    editor.dispatchCommand(step === 1 ? INDENT_CONTENT_COMMAND : OUTDENT_CONTENT_COMMAND, undefined);
  }
  // Tab never leaves the report on its own; Esc does.
  return true;
}

/** Enter in a field accepts its text, a default included, and moves to the next. */
function $acceptField(editor: LexicalEditor): boolean {
  const field = $currentField();
  if (!field || !editor.isEditable()) return false;
  if (field.getField().default_text !== '' && field.getTextContent() === field.getField().default_text) {
    field.setField({ filled: true });
  }
  const next = $fieldFromCaret(1, false);
  if (next) $goToField(editor, next);
  else field.selectNext(0, 0);
  return true;
}

/** Behind a field at the end of its line there is no place for the caret until a space makes one. */
function $stepOutOfLastField(): boolean {
  const selection = $getSelection();
  const field = $currentField();
  if (!field || !$isRangeSelection(selection) || !selection.isCollapsed()) return false;
  const { anchor } = selection;
  const node = anchor.getNode();
  const isAtEnd = $isTextNode(node)
    ? anchor.offset === node.getTextContentSize() && !node.getNextSibling()
    : true;
  if (!isAtEnd || field.getNextSibling()) return false;
  field.selectNext(0, 0);
  const after = $getSelection();
  if ($isRangeSelection(after)) after.insertText(' ');
  return true;
}

/**
 * The focus returns to the control the person came from, else to the frame around the text; Tab continues from
 * there.
 */
function leaveEditor(editor: LexicalEditor): void {
  const frame =
    document.querySelector<HTMLElement>('[data-takes-back]') ??
    editor.getRootElement()?.closest<HTMLElement>('[data-leave-to]');
  editor.blur();
  frame?.focus();
}
