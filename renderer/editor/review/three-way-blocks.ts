/**
 * Compares the blocks of one section in three columns: base, theirs, mine. Each row is one base block with
 * both changes; unchanged rows are left out. Pure; reads canonical HTML.
 */
import { type BlockDiff, diffReports } from '#report/review/diff-report.ts';

export interface ThreeWayRow {
  /** Block of the merge base; undefined for blocks added before the first one. */
  readonly base: BlockDiff | undefined;
  /** Changes of that side; undefined if it equals the base. */
  readonly theirs: readonly BlockDiff[] | undefined;
  readonly mine: readonly BlockDiff[] | undefined;
}

interface Slot {
  readonly base: BlockDiff | undefined;
  readonly blocks: BlockDiff[];
}

export function threeWayRows(baseHtml: string, theirsHtml: string, mineHtml: string): ThreeWayRow[] {
  const unchanged = diffReports(baseHtml, baseHtml).blocks;
  const theirs = slotsOf(diffReports(baseHtml, theirsHtml).blocks);
  const mine = slotsOf(diffReports(baseHtml, mineHtml).blocks);
  return theirs
    .map(
      (slot, at): ThreeWayRow => ({
        base: at === 0 ? undefined : unchanged[at - 1],
        theirs: changedOf(slot),
        mine: changedOf(mine[at]),
      }),
    )
    .filter((row) => row.theirs !== undefined || row.mine !== undefined);
}

/**
 * Groups blocks into one slot before the first base block, then one per base block with the blocks added
 * after it.
 */
function slotsOf(blocks: readonly BlockDiff[]): Slot[] {
  const slots: Slot[] = [{ base: undefined, blocks: [] }];
  for (const block of blocks) {
    if (block.change === 'added') slots.at(-1)?.blocks.push(block);
    else slots.push({ base: block, blocks: [block] });
  }
  return slots;
}

function changedOf(slot: Slot | undefined): readonly BlockDiff[] | undefined {
  return slot?.blocks.some((block) => block.change !== 'same') ? slot.blocks : undefined;
}
