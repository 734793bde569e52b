/**
 * The blocks of one section in three columns: where it began, theirs, mine, each row one block of the base with
 * what both sides made of it. Rows nobody touched are left out. Pure; reads canonical HTML.
 */
import { type BlockDiff, diffReports } from '#report/review/diff-report.ts';

export interface ThreeWayRow {
  /** Undefined for what was added before the first block. */
  readonly base: BlockDiff | undefined;
  /** Undefined where that side is as the base. */
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

/** One slot before the first block, then one per block of the base with what was added behind it. */
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
