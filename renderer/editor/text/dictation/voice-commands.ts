/**
 * Runs spoken commands from dictation. Dictated text that consists only of a command's name runs the command
 * and is not inserted. The same words typed by letters stay text. Matches all report languages and the
 * interface language.
 * Source: clinician's reference, "Dictation hooks".
 */
import i18next from 'i18next';
import type { LexicalEditor } from 'lexical';
import { canRun, runCommand } from '#renderer/commands/command-registry.ts';
import type { CommandId } from '#renderer/commands/command-table.ts';
import { de } from '#renderer/messages/de.ts';
import { en } from '#renderer/messages/en.ts';

type Spoken = keyof typeof en.commands.spoken & CommandId;

const IDS = ['nextField', 'previousField', 'nextUnfilled', 'sign'] satisfies Spoken[];

function wordsOf(id: Spoken): string[] {
  const own = i18next.t(`commands.spoken.${id}`);
  return [en.commands.spoken[id], de.commands.spoken[id], own].flatMap((words) => words.split('|'));
}

/** Strips the leading space and final full stop that recognisers add. */
function spokenCommand(text: string): Spoken | undefined {
  const said = text.trim().replace(/[.,]$/, '').toLowerCase();
  return IDS.find((id) => wordsOf(id).includes(said));
}

/** Runs the command if the text names one; returns true if it did. */
export function runSpoken(text: string): boolean {
  const command = spokenCommand(text);
  if (!command || !canRun(command)) return false;
  runCommand(command);
  return true;
}

export function registerVoiceCommands(editor: LexicalEditor): () => void {
  const onInput = (event: InputEvent) => {
    if (event.inputType !== 'insertText' && event.inputType !== 'insertReplacementText') return;
    if (!runSpoken(event.data ?? event.dataTransfer?.getData('text/plain') ?? '')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Listens on an element around the text, because the editor itself would insert the words.
  return editor.registerRootListener((root) => {
    const around = root?.parentElement;
    around?.addEventListener('beforeinput', onInput, { capture: true });
    return () => around?.removeEventListener('beforeinput', onInput, { capture: true });
  });
}
