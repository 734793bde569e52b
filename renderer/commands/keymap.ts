/** The keys in force: the table's defaults with the person's own changes over them (preference `keymap`). */
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

/** Never given to a page by the browsers; in the desktop's window every key is the vault's. */
const BROWSERS_OWN = new Set(['Ctrl+N', 'Ctrl+T', 'Ctrl+W', 'Ctrl+PageUp', 'Ctrl+PageDown']);

/** The key to name in a hint: the first that reaches this page. */
export function hintKey(command: Command, values = usePreferences.getState().values): string | undefined {
  const keys = keysOf(command, values);
  if (desktopBridge()) return keys[0];
  return keys.find((key) => !BROWSERS_OWN.has(key)) ?? keys[0];
}

/** The other command that already has this chord, if any. */
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
  /** For people, e.g. `Ctrl N`; undefined where the command has no key. */
  readonly hint: string | undefined;
  readonly keyShortcut: string | undefined;
}

/** What a button shows for its command. */
export function useKeyHint(id: CommandId): KeyHint {
  const values = usePreferences((state) => state.values);
  const command = COMMAND_BY_ID.get(id);
  const first = command ? hintKey(command, values) : undefined;
  return {
    hint: first === undefined ? undefined : chordText(first),
    keyShortcut: first === undefined ? undefined : ariaChord(first),
  };
}
