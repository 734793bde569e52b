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
      ({ target, clientX }) => {
        const element = fieldElement(target);
        const field = element === null ? null : $getNearestNodeFromDOMNode(element);
        if (!editor.isEditable() || !$isReportFieldNode(field)) return false;
        // Keep a selection drawn over the field. The editor's own selection may still be the earlier one.
        const shown = document.getSelection();
        if (shown?.isCollapsed === false) return false;
        if (field.getTextContent() !== FIELD_BLANK) {
          if (!$currentField()?.is(field)) $placeAtEdge(editor, field, clientX);
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
 * A press on a bracket, which is drawn and no text, gets the browser's caret outside the field. It goes to the field's
 * nearer end.
 */
function $placeAtEdge(editor: LexicalEditor, field: ReportFieldNode, clientX: number): void {
  const boxes = [...(editor.getElementByKey(field.getKey())?.getClientRects() ?? [])];
  const [first, last] = [boxes[0], boxes.at(-1)];
  const isAtStart =
    first !== undefined && last !== undefined && clientX - first.left <= Math.abs(last.right - clientX);
  const text = isAtStart ? field.getFirstDescendant() : field.getLastDescendant();
  if (!$isTextNode(text)) return;
  const offset = isAtStart ? 0 : text.getTextContentSize();
  text.select(offset, offset);
  const shown = editor.getElementByKey(text.getKey())?.firstChild;
  if (shown) document.getSelection()?.collapse(shown, offset);
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
