/**
 * Handles keys in the report in this order: macro ghost text, commands, open pick list, fields, tables,
 * lists, Lexical. Esc leaves the report, so that Tab is no keyboard trap.
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
import {
  $currentField,
  $fieldAfterAccepted,
  $fieldFromCaret,
} from '#renderer/editor/fields/field-positions.ts';
import { $goToField, handlePickListKey } from '#renderer/editor/fields/pick-list.ts';
import { closePickList, usePickList } from '#renderer/editor/fields/pick-list-store.ts';
import { isUnseen } from '#renderer/editor/fields/unseen-field.ts';
import { $expandMacroAtCaret } from '#renderer/editor/insert/macros/macro-expansion.ts';
import { ghostKey } from '#renderer/editor/insert/macros/macro-ghost.ts';
import {
  $cellAround,
  $keepValuesApart,
  $moveToCell,
  takeJump,
} from '#renderer/editor/tables/table-navigation.ts';

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

/** Reads the caret from the browser before a key acts, because the browser reports a moved caret late. */
function $followCaret(editor: LexicalEditor): void {
  const shown = getSelection();
  const root = editor.getRootElement();
  const known = $getSelection();
  if (!shown || !root?.contains(shown.anchorNode) || !$isRangeSelection(known)) return;
  const current = $createRangeSelectionFromDom(shown, editor);
  // Compare places only, so that a format chosen for the next text is kept.
  const isThere = current?.anchor.is(known.anchor) && current.focus.is(known.focus);
  if (current && !isThere) $setSelection(current);
}

function $handleKey(editor: LexicalEditor, event: KeyboardEvent): boolean {
  const jump = takeJump();
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
      return !event.shiftKey && !event.ctrlKey && !event.metaKey && $acceptField(editor, event);
    case 'Escape':
      leaveEditor(editor);
      return true;
    case ' ':
      return !event.ctrlKey && !event.altKey && editor.isEditable() && $expandMacroAtCaret(editor, true);
    case 'ArrowRight':
      return !event.shiftKey && !event.ctrlKey && editor.isEditable() && $stepOutOfLastField();
    default:
      return (
        /^\d$/.test(event.key) &&
        !(event.ctrlKey || event.metaKey) &&
        editor.isEditable() &&
        $keepValuesApart(jump, event.key)
      );
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
  // Tab never leaves the report; Esc does.
  return true;
}

/**
 * Handles Enter in a field: accepts its text, also a default, and moves to the next field. A held key, or one that comes
 * before the field could be seen, does nothing.
 */
function $acceptField(editor: LexicalEditor, { repeat }: KeyboardEvent): boolean {
  const field = $currentField();
  if (!field || !editor.isEditable()) return false;
  if (repeat || isUnseen(field.getKey())) return true;
  if (field.getField().default_text !== '' && field.getTextContent() === field.getField().default_text) {
    field.setField({ filled: true });
  }
  const next = $fieldAfterAccepted();
  if (next) $goToField(editor, next);
  else field.selectNext(0, 0);
  return true;
}

/** Adds a space after a field at the end of its line, because the caret has no place there otherwise. */
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
 * Returns the focus to the control that had it before, else to the frame around the text, where Tab
 * continues.
 */
export function leaveEditor(editor: LexicalEditor): void {
  const frame =
    document.querySelector<HTMLElement>('[data-takes-back]') ??
    editor.getRootElement()?.closest<HTMLElement>('[data-leave-to]');
  editor.blur();
  frame?.focus();
}
