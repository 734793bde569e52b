/**
 * Order of the palette's entries for typed words. A command that takes away or rewrites stands behind every
 * entry that only shows something, unless its whole name was typed: Enter after "trash" must not trash.
 */
import { matchesAll, wordsOf } from '#records/folded-text.ts';
import type { CommandId } from '#renderer/commands/command-table.ts';

const CHANGING: ReadonlySet<string> = new Set<CommandId>([
  'allNormal',
  'fillPrior',
  'changeSentences',
  'archive',
  'moveToTrash',
]);

interface Ranked {
  readonly id: string;
  readonly label: string;
  readonly also?: string;
}

export function hits<Entry extends Ranked>(entries: readonly Entry[], wanted: readonly string[]): Entry[] {
  return entries.filter(({ label, also }) => matchesAll(wordsOf(`${label} ${also ?? ''}`), wanted));
}

/** Splits the commands found into those at the top and those behind everything else. */
export function rankCommands<Entry extends Ranked>(
  entries: readonly Entry[],
  wanted: readonly string[],
): { first: Entry[]; last: Entry[] } {
  const found = hits(entries, wanted);
  if (wanted.length === 0) return { first: found, last: [] };
  const typed = wanted.join(' ');
  const isNamed = ({ label }: Entry) => wordsOf(label).join(' ') === typed;
  const isLast = (entry: Entry) => CHANGING.has(entry.id) && !isNamed(entry);
  return {
    first: [...found.filter(isNamed), ...found.filter((entry) => !isNamed(entry) && !isLast(entry))],
    last: found.filter(isLast),
  };
}
