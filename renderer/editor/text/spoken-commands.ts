/**
 * Commands said instead of pressed. Dictation hands over what was said in one piece; where that piece is the
 * name of a command and nothing else, the command runs and no word reaches the report. The same words typed
 * letter by letter stay words. Both languages of the program are understood, whatever the report is written in.
 * Source: clinician's reference, "Dictation hooks".
 */
import type { LexicalEditor } from 'lexical';
import { canRun, runCommand } from '#renderer/commands/command-registry.ts';
import type { CommandId } from '#renderer/commands/command-table.ts';
import { de, en } from '#renderer/messages/catalogue.ts';

type Spoken = keyof typeof en.commands.spoken & CommandId;

const SPOKEN = new Map(
  [en, de].flatMap(({ commands: { spoken } }) =>
    (['nextField', 'previousField', 'nextUnfilled', 'sign'] satisfies Spoken[]).flatMap((id) =>
      spoken[id].split('|').map((words): [string, Spoken] => [words, id]),
    ),
  ),
);

/** Recognisers put a space before and a full stop behind. */
function spokenCommand(text: string): Spoken | undefined {
  return SPOKEN.get(text.trim().replace(/[.,]$/, '').toLowerCase());
}

export function registerSpokenCommands(editor: LexicalEditor): () => void {
  const onInput = (event: InputEvent) => {
    if (event.inputType !== 'insertText' && event.inputType !== 'insertReplacementText') return;
    const command = spokenCommand(event.data ?? event.dataTransfer?.getData('text/plain') ?? '');
    if (!command || !canRun(command)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    runCommand(command);
  };
  // Around the text, before the editor itself: it would put the words in.
  return editor.registerRootListener((root) => {
    const around = root?.parentElement;
    around?.addEventListener('beforeinput', onInput, { capture: true });
    return () => around?.removeEventListener('beforeinput', onInput, { capture: true });
  });
}
