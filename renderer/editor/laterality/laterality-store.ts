/** Where left and right contradict each other in the report that is being written, as it stands after the last key. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import type { SideMismatch } from '#report/checks/laterality/laterality-checks.ts';

interface Sides {
  readonly mismatches: readonly SideMismatch[];
}

export const useSides = create<Sides>()(() => ({ mismatches: [] }));

/** Answers whether they are others than before. */
export function setMismatches(mismatches: readonly SideMismatch[]): boolean {
  const known = useSides.getState().mismatches;
  const isSame =
    known.length === mismatches.length && known.every((one, at) => isSameMismatch(one, mismatches[at]));
  if (!isSame) useSides.setState({ mismatches });
  return !isSame;
}

function isSameMismatch(one: SideMismatch, other: SideMismatch | undefined): boolean {
  return one.side === other?.side && one.part === other.part && one.against === other.against;
}

onWipe(() => setMismatches([]));
