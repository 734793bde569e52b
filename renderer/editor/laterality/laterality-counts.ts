/**
 * Counts left and right per section of the report, cached block by block so that a key costs one block. Uses
 * neither editor nor page.
 */
import type { LateralityMentions } from '#report/checks/laterality/laterality-checks.ts';
import type { Side } from '#report/checks/laterality/laterality-terms.ts';

export type SidePart = 'findings' | 'impression' | 'other';

interface BlockSides {
  readonly part: SidePart;
  /** Sides named in the block, one entry per word. */
  readonly sides: readonly Side[];
}

type Counts = Record<Side, number>;

export interface SideTally {
  readonly put: (key: string, block: BlockSides) => void;
  readonly drop: (key: string) => void;
  /** Summarises the sides of title and sections. `has` lists the sections present in the report. */
  readonly said: (title: ReadonlySet<Side>, has: ReadonlySet<SidePart>) => LateralityMentions;
}

export function createLateralityCounts(): SideTally {
  const blocks = new Map<string, BlockSides>();
  const counts: Record<SidePart, Counts> = {
    findings: { left: 0, right: 0 },
    impression: { left: 0, right: 0 },
    other: { left: 0, right: 0 },
  };
  const add = ({ part, sides }: BlockSides, by: 1 | -1): void => {
    for (const side of sides) counts[part][side] += by;
  };
  const drop = (key: string): void => {
    const known = blocks.get(key);
    if (known) add(known, -1);
    blocks.delete(key);
  };
  return {
    put: (key, block) => {
      drop(key);
      blocks.set(key, block);
      add(block, 1);
    },
    drop,
    said: (title, has) => ({
      title,
      whole: saidIn(counts.findings, counts.impression, counts.other),
      findings: has.has('findings') ? saidIn(counts.findings) : null,
      impression: has.has('impression') ? saidIn(counts.impression) : null,
    }),
  };
}

function saidIn(...counts: readonly Counts[]): Set<Side> {
  const says = (side: Side): boolean => counts.some((count) => count[side] > 0);
  return new Set((['left', 'right'] as const).filter(says));
}
