/** Key map in force: the table's defaults with the person's changes (preference `keymap`). */
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import { setPreference, usePreferences } from '#renderer/state/preferences-store.ts';
import { COMMAND_BY_ID, COMMANDS, type Command, type CommandId } from './command-table.ts';
import { ariaChord, chordText } from './key-chord.ts';

const PREFERENCE = 'keymap';

function overrides(values: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const map = values[PREFERENCE];
  return new Map(typeof map === 'object' && map !== null ? Object.entries(map) : []);
}

export function keysOf(command: Command, values = usePreferences.getState().values): readonly string[] {
  if (command.fixed) return command.keys;
  const own = overrides(values).get(command.id);
  return Array.isArray(own) && own.every((key) => typeof key === 'string') ? own : command.keys;
}

/** Keys that browsers never deliver to a page; the desktop program delivers all. */
const BROWSERS_OWN = new Set(['Ctrl+N', 'Ctrl+T', 'Ctrl+W', 'Ctrl+PageUp', 'Ctrl+PageDown']);

/** Returns the key to show in a hint: the first that reaches this page. */
export function hintKey(command: Command, values = usePreferences.getState().values): string | undefined {
  const keys = keysOf(command, values);
  if (desktopBridge()) return keys[0];
  return keys.find((key) => !BROWSERS_OWN.has(key)) ?? keys[0];
}

/** Returns the other command with this chord, if any. */
export function commandWithKey(chord: string, except: CommandId): Command | undefined {
  return COMMANDS.find(
    (command: Command) => command.id !== except && !command.fixed && keysOf(command).includes(chord),
  );
}

export async function setKeys(id: CommandId, keys: readonly string[]): Promise<void> {
  const own = Object.fromEntries(overrides(usePreferences.getState().values));
  await setPreference(PREFERENCE, { ...own, [id]: keys });
}

export async function restoreDefaultKeys(): Promise<void> {
  await setPreference(PREFERENCE, {});
}

interface KeyHint {
  /** Key for people, as in `Ctrl N`; undefined without one. */
  readonly hint: string | undefined;
  readonly keyShortcut: string | undefined;
}

/** React hook for the key hint of a command's button. */
export function useKeyHint(id: CommandId): KeyHint {
  const values = usePreferences((state) => state.values);
  const command = COMMAND_BY_ID.get(id);
  const first = command ? hintKey(command, values) : undefined;
  return {
    hint: first === undefined ? undefined : chordText(first),
    keyShortcut: first === undefined ? undefined : ariaChord(first),
  };
}
