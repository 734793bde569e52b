/** Finds the blocks of a section that differ between two texts. Pure. */
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { sanitiseState } from '#report/state/sanitise-state.ts';

export interface DifferingBlocks {
  /** Number of equal blocks at the beginning. */
  readonly before: number;
  /** Number of equal blocks at the end, not counting those. */
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

/**
 * Indexes of blocks in `one` that differ from `other`; where `other` only has additional blocks, the block before them.
 */
export function changedPlaces(one: readonly LexicalNodeJson[], other: readonly LexicalNodeJson[]): number[] {
  const known = new Set(other.map(formOf));
  const changed = one.flatMap((block, at) => (known.has(formOf(block)) ? [] : [at]));
  if (changed.length > 0 || one.length === 0) return changed;
  return [Math.max(0, differingBlocks(one, other).before - 1)];
}

/** Normalises a block for comparison. A heading's code is left out, because the editor derives it from the title. */
export function formOf(block: LexicalNodeJson): string {
  const { $: _, ...heading } = block;
  const children = [block.type === 'heading' ? heading : block];
  return JSON.stringify(sanitiseState({ root: { type: 'root', children } }).state.root.children);
}
