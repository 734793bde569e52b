/**
 * Registry of commands that can run now. A mounted screen registers handlers; the newest handler of a command
 * wins. One window listener maps keys to commands.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useSession } from '#renderer/state/session/session-store.ts';
import { COMMANDS, type Command, type CommandId } from './command-table.ts';
import { chordOf } from './key-chord.ts';
import { keysOf } from './keymap.ts';

type Handler = () => void;

const handlers = new Map<CommandId, Handler[]>();

function register(id: CommandId, handler: Handler): () => void {
  handlers.set(id, [...(handlers.get(id) ?? []), handler]);
  return () =>
    handlers.set(
      id,
      (handlers.get(id) ?? []).filter((known) => known !== handler),
    );
}

/**
 * Makes a command available while the component is mounted and `enabled`. Uses layout effects, because
 * ordinary effects run late on a busy machine and a key must act on what is shown.
 */
export function useCommand(id: CommandId, run: Handler, enabled = true): void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  useLayoutEffect(() => (enabled ? register(id, () => latest.current()) : undefined), [id, enabled]);
}

export function canRun(id: CommandId): boolean {
  return (handlers.get(id)?.length ?? 0) > 0;
}

/** Runs the newest handler; returns false if none is registered. */
export function runCommand(id: CommandId): boolean {
  const handler = handlers.get(id)?.at(-1);
  handler?.();
  return handler !== undefined;
}

export function availableCommands(): Command[] {
  return COMMANDS.filter((command) => canRun(command.id));
}

/**
 * Keys that would discard unsaved work or leave the page. They are blocked; in a window of its own the
 * browser delivers them.
 */
const SWALLOWED = new Set(['F5', 'Ctrl+R', 'Ctrl+Shift+R', 'Alt+Left', 'Alt+Right']);

/** Commands that a held key goes on with; any other runs once. A held chord would open the sign gate and sign. */
const REPEATED = new Set<CommandId>([
  'nextExam',
  'previousExam',
  'nextPane',
  'previousPane',
  'nextUnfilled',
  'previousUnfilled',
]);

/** Commands that run while a dialog is open. The handbook opens above it, and nothing typed in it is lost. */
const PASS_DIALOGS = new Set<CommandId>(['lock', 'handbook']);

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  // During a lock, keys belong to the unlock screen.
  if (useSession.getState().phase !== 'unlocked') return;
  const chord = chordOf(event);
  if (chord === undefined) return;
  // A modal dialog has the keyboard; only its own keys and these commands pass.
  const modal = document.querySelector('dialog[open]') !== null;
  const command = COMMANDS.find((row) => !('fixed' in row) && keysOf(row).includes(chord));
  if (event.repeat && command && !REPEATED.has(command.id)) event.preventDefault();
  else if (command && (!modal || PASS_DIALOGS.has(command.id)) && runCommand(command.id))
    event.preventDefault();
  else if (SWALLOWED.has(chord)) event.preventDefault();
}

/** React hook that listens for command keys while the frame is shown. */
export function useCommandKeys(): void {
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
