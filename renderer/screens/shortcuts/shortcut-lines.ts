/**
 * Computes the lines of the shortcut sheet: one per command, or one per family that differs only in the last
 * key.
 */
import type { Preferences } from '#contract/access/session.ts';
import type { Command } from '#renderer/commands/command-table.ts';
import { keysOf } from '#renderer/commands/keymap.ts';

export type ShortcutLine =
  | { readonly kind: 'command'; readonly command: Command }
  | {
      readonly kind: 'family';
      readonly family: NonNullable<Command['family']>;
      readonly keys: readonly string[];
    };

/** `Ctrl+1` … `Ctrl+6` become `Ctrl`, `1…6`; undefined if the first keys differ. */
export function commonKeys(chords: readonly string[]): string[] | undefined {
  const split = chords.map((chord) => chord.split('+'));
  const heads = new Set(split.map((keys) => keys.slice(0, -1).join('+')));
  const [head] = heads;
  if (heads.size !== 1 || !head) return undefined;
  return [...head.split('+'), ranged(split.map((keys) => keys.at(-1) ?? ''))];
}

/** Writes three or more consecutive digits as a range. */
function ranged(keys: readonly string[]): string {
  const run = keys.findIndex((key, index) => index > 0 && Number(key) !== Number(keys[index - 1]) + 1);
  const length = run === -1 ? keys.length : run;
  if (length < 3 || !/^\d$/.test(keys[0] ?? '')) return keys.join('/');
  return [`${keys[0]}…${keys[length - 1]}`, ...keys.slice(length)].join('/');
}

/** `apart` lists families command by command, for filtering and changing keys. */
export function shortcutLines(
  commands: readonly Command[],
  apart: boolean,
  values: Preferences,
): ShortcutLine[] {
  const shownFamilies = new Set<string>();
  return commands.flatMap((command): ShortcutLine[] => {
    const { family } = command;
    if (!family || apart) return [{ kind: 'command', command }];
    const members = commands.filter((other) => other.family === family);
    const keys = commonKeys(members.map((member) => keysOf(member, values)[0] ?? ''));
    if (!keys) return [{ kind: 'command', command }];
    if (shownFamilies.has(family)) return [];
    shownFamilies.add(family);
    return [{ kind: 'family', family, keys }];
  });
}
