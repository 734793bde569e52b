/**
 * A press on an open field selects its blank, as its keys do: what is typed next replaces it. The label it shows is no text
 * of the report, so the place of the caret that a press there means is taken from the field, not from the browser.
 */
import {
  $getNearestNodeFromDOMNode,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
  type LexicalEditor,
  mergeRegister,
} from 'lexical';
import { $isReportFieldNode } from '#report/nodes/field-node.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { $enterField } from './field-positions.ts';

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
        // Somebody drew a selection over it. The editor's own may still be that of before the press.
        const shown = document.getSelection();
        if (shown?.isCollapsed === false || field.getTextContent() !== FIELD_BLANK) return false;
        $enterField(field);
        // Where the editor's own said that before, the page is told, or its caret would be taken over yet.
        const blank = editor.getElementByKey(field.getFirstChild()?.getKey() ?? '');
        if (blank) shown?.selectAllChildren(blank);
        return false;
      },
      COMMAND_PRIORITY_LOW,
    ),
  );
}

function fieldElement(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-field]') : null;
}

/** A press on what is selected already would end the selection, after the click was told. */
function keepSelected(event: MouseEvent): void {
  const pressed = fieldElement(event.target);
  const shown = document.getSelection();
  const isHeld =
    document.activeElement === event.currentTarget && pressed?.contains(shown?.anchorNode ?? null);
  if (isHeld && pressed?.textContent === FIELD_BLANK && shown?.toString() === FIELD_BLANK)
    event.preventDefault();
}
