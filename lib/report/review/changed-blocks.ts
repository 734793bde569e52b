/** Which blocks of a section differ between two texts of it. Pure. */
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { sanitiseState } from '#report/state/sanitise-state.ts';

export interface DifferingBlocks {
  /** How many blocks are the same from the first on. */
  readonly before: number;
  /** How many of the others are the same from the last back. */
  readonly behind: number;
}

export function differingBlocks(
  one: readonly LexicalNodeJson[],
  other: readonly LexicalNodeJson[],
): DifferingBlocks {
  const ones = one.map(formOf);
  const others = other.map(formOf);
  const shortest = Math.min(one.length, other.length);
  let before = 0;
  while (before < shortest && ones[before] === others[before]) before += 1;
  let behind = 0;
  while (behind < shortest - before && ones.at(-1 - behind) === others.at(-1 - behind)) behind += 1;
  return { before, behind };
}

/** Places in `one` of the blocks that `other` has not as they are; where it only has more, the block before those. */
export function changedPlaces(one: readonly LexicalNodeJson[], other: readonly LexicalNodeJson[]): number[] {
  const known = new Set(other.map(formOf));
  const changed = one.flatMap((block, at) => (known.has(formOf(block)) ? [] : [at]));
  if (changed.length > 0 || one.length === 0) return changed;
  return [Math.max(0, differingBlocks(one, other).before - 1)];
}

/**
 * What a block is to the editor, whoever wrote it down. A heading's code is left out: the editor gives it the one
 * that its title stands for.
 */
export function formOf(block: LexicalNodeJson): string {
  const { $: _, ...heading } = block;
  const children = [block.type === 'heading' ? heading : block];
  return JSON.stringify(sanitiseState({ root: { type: 'root', children } }).state.root.children);
}
