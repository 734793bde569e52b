/**
 * Keeps Enter out of the text right after the gate has led there: a key pressed twice or held would break the
 * line at words the person only went to look at.
 */
import { $getSelection, $isRangeSelection, type LexicalEditor } from 'lexical';
import { $currentField } from '#renderer/editor/fields/field-positions.ts';
import { leaveEditor } from '#renderer/editor/text/editor-keys.ts';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']);

let endLast: (() => void) | undefined;

/**
 * Until another key or a press of the mouse, Enter returns to the gate, as Escape does; a repeated one does
 * nothing. Without a gate, Enter does not replace selected words. In a field Enter accepts its text as ever. `onEnd` runs when the guard ends.
 */
export function guardEnter(editor: LexicalEditor, onEnd: () => void): void {
  endLast?.();
  const listening = new AbortController();
  const end = () => {
    listening.abort();
    endLast = undefined;
    onEnd();
  };
  endLast = end;
  const { signal } = listening;
  const onKey = (event: KeyboardEvent) => {
    if (MODIFIERS.has(event.key)) return;
    const isInText = event.target instanceof Node && editor.getRootElement()?.contains(event.target) === true;
    const isPlainEnter =
      event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isPlainEnter || !isInText || event.isComposing) {
      end();
      return;
    }
    if (event.repeat) {
      swallow(event);
      return;
    }
    if (editor.read(() => $currentField() !== null)) {
      end();
      return;
    }
    if (document.querySelector('[data-takes-back]') !== null) {
      swallow(event);
      leaveEditor(editor);
      end();
      return;
    }
    // Selected words are overwritten by letters alone.
    if (editor.read($hasSelectedWords)) swallow(event);
    else end();
  };
  addEventListener('keydown', onKey, { capture: true, signal });
  addEventListener('pointerdown', end, { capture: true, signal });
}

function $hasSelectedWords(): boolean {
  const selection = $getSelection();
  return $isRangeSelection(selection) && !selection.isCollapsed();
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
