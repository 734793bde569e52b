/**
 * Shows the text of a macro as ghost text after its typed abbreviation. Tab inserts it, any other key
 * dismisses it. The report does not contain it before.
 */
import type { LexicalEditor } from 'lexical';
import { create } from 'zustand';
import { rootOf } from '#renderer/editor/editing-session/report-text.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { textOfState } from '#report/plain-text.ts';
import { $macroAtCaret } from './macro-at-caret.ts';

interface Ghost {
  readonly editor: LexicalEditor;
  readonly abbreviation: string;
  readonly text: string;
}

export const useMacroGhost = create<{ readonly ghost: Ghost | undefined }>()(() => ({ ghost: undefined }));

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

function hideGhost(): void {
  if (useMacroGhost.getState().ghost) useMacroGhost.setState({ ghost: undefined });
}

/** Updates the ghost text while typing. A dismissed one returns only after another letter. */
export function registerMacroGhost(editor: LexicalEditor): () => void {
  const off = editor.registerUpdateListener(({ dirtyLeaves, tags }) => {
    if (tags.has('historic') || !editor.isEditable()) {
      hideGhost();
      return;
    }
    const at = editor.getEditorState().read($macroAtCaret);
    const { ghost } = useMacroGhost.getState();
    if (!at) hideGhost();
    else if (dirtyLeaves.size > 0 && ghost?.abbreviation !== at.macro.abbreviation) {
      const text = textOfState(rootOf(at.macro.blocks))
        .replace(/\s*\n\s*/g, ' ¶ ')
        .trim();
      useMacroGhost.setState({ ghost: { editor, abbreviation: at.macro.abbreviation, text } });
    }
  });
  return () => {
    off();
    hideGhost();
  };
}

/**
 * Handles a key while ghost text is shown: Tab inserts, Esc only dismisses, others dismiss and act as usual.
 */
export function ghostKey(editor: LexicalEditor, event: KeyboardEvent): 'take' | 'leave' | 'none' {
  const { ghost } = useMacroGhost.getState();
  if (ghost?.editor !== editor || MODIFIERS.has(event.key)) return 'none';
  const isPlain = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey);
  if (event.key === 'Tab' && isPlain) return 'take';
  hideGhost();
  return event.key === 'Escape' ? 'leave' : 'none';
}

onWipe(hideGhost);
