/**
 * Selects the blank of an open field when it is pressed, so that typing replaces it. The label it shows is
 * not report text. The caret position therefore comes from the field instead of the browser.
 */
import {
  $getNearestNodeFromDOMNode,
  $isTextNode,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
  type LexicalEditor,
  mergeRegister,
} from 'lexical';
import { $isReportFieldNode, type ReportFieldNode } from '#report/nodes/field-node.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { $currentField, $enterField } from './field-positions.ts';

export function registerPressedField(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerRootListener((root) => {
      root?.addEventListener('mousedown', keepSelected);
      return () => root?.removeEventListener('mousedown', keepSelected);
    }),
    editor.registerCommand(
      CLICK_COMMAND,
      ({ target }) => {
        const element = fieldElement(target);
        const field = element === null ? null : $getNearestNodeFromDOMNode(element);
        if (!editor.isEditable() || !$isReportFieldNode(field)) return false;
        // Keep a selection drawn over the field. The editor's own selection may still be the earlier one.
        const shown = document.getSelection();
        if (shown?.isCollapsed === false) return false;
        if (field.getTextContent() !== FIELD_BLANK) {
          if (!$currentField()?.is(field)) $enterFromBracket(editor, field);
          return false;
        }
        $enterField(field);
        // Set the page's selection too. The editor's may be right already, and the browser's caret would then
        // replace it.
        const blank = editor.getElementByKey(field.getFirstChild()?.getKey() ?? '');
        if (blank) shown?.selectAllChildren(blank);
        return false;
      },
      COMMAND_PRIORITY_LOW,
    ),
  );
}

/**
 * A press on a bracket, which is drawn and no text, gets the browser's caret outside the field. An open field is selected
 * as by Tab. In a filled one the caret goes to its end, because text typed before its first letter leaves the field.
 */
function $enterFromBracket(editor: LexicalEditor, field: ReportFieldNode): void {
  const text = field.getLastDescendant();
  const shown = document.getSelection();
  const element = editor.getElementByKey(field.getKey());
  if (!field.getField().filled) {
    $enterField(field);
    if (element) shown?.selectAllChildren(element);
    return;
  }
  if (!$isTextNode(text)) return;
  const end = text.getTextContentSize();
  text.select(end, end);
  const letters = editor.getElementByKey(text.getKey())?.firstChild;
  if (letters) shown?.collapse(letters, end);
}

function fieldElement(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-field]') : null;
}

/** Prevents the press from ending a selection that already covers the field. */
function keepSelected(event: MouseEvent): void {
  const pressed = fieldElement(event.target);
  const shown = document.getSelection();
  const isHeld =
    document.activeElement === event.currentTarget && pressed?.contains(shown?.anchorNode ?? null);
  if (isHeld && pressed?.textContent === FIELD_BLANK && shown?.toString() === FIELD_BLANK)
    event.preventDefault();
}
