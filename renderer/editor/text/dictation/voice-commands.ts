/**
 * Commands said instead of pressed. Dictation hands over what was said in one piece; where that piece is the
 * name of a command and nothing else, the command runs and no word reaches the report. The same words typed
 * letter by letter stay words. Understood are the languages reports are written in, whichever this one is, and the
 * one of the interface.
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

/** Recognisers put a space before and a full stop behind. */
function spokenCommand(text: string): Spoken | undefined {
  const said = text.trim().replace(/[.,]$/, '').toLowerCase();
  return IDS.find((id) => wordsOf(id).includes(said));
}

/** Whether it was a command, which has run then. */
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
  // Around the text, before the editor itself: it would put the words in.
  return editor.registerRootListener((root) => {
    const around = root?.parentElement;
    around?.addEventListener('beforeinput', onInput, { capture: true });
    return () => around?.removeEventListener('beforeinput', onInput, { capture: true });
  });
}
