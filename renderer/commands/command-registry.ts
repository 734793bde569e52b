/**
 * Which commands can run now. A mounted screen registers its handlers; the newest one of a command wins.
 * One listener on the window turns keys into commands.
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
 * Makes a command available while the component is mounted and `enabled`. In layout effects: a key pressed on what
 * is shown must do what is shown, and effects of the other kind come later than that by as much as a machine is busy.
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

/** Runs the newest handler; false where none is registered. */
export function runCommand(id: CommandId): boolean {
  const handler = handlers.get(id)?.at(-1);
  handler?.();
  return handler !== undefined;
}

export function availableCommands(): Command[] {
  return COMMANDS.filter((command) => canRun(command.id));
}

/** Keys that would throw unsealed work away or leave the page; browsers in a window of our own may pass them. */
const SWALLOWED = new Set(['F5', 'Ctrl+R', 'Ctrl+Shift+R', 'Alt+Left', 'Alt+Right']);

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  // While a lock runs the keys are the door's.
  if (useSession.getState().phase !== 'unlocked') return;
  const chord = chordOf(event);
  if (chord === undefined) return;
  // A modal dialog has the keyboard; only its own keys and the lock reach through.
  const modal = document.querySelector('dialog[open]') !== null;
  const command = COMMANDS.find((row) => !('fixed' in row) && keysOf(row).includes(chord));
  if (command && (!modal || command.id === 'lock') && runCommand(command.id)) event.preventDefault();
  else if (SWALLOWED.has(chord)) event.preventDefault();
}

/** Listens while the frame is shown. */
export function useCommandKeys(): void {
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
