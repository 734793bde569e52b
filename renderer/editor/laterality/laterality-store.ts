/** Store of left-right mismatches in the open report, updated after each key. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import type { SideMismatch } from '#report/checks/laterality/laterality-checks.ts';

interface Sides {
  readonly mismatches: readonly SideMismatch[];
}

export const useLateralityMismatches = create<Sides>()(() => ({ mismatches: [] }));

/** Returns true if the mismatches changed. */
export function setMismatches(mismatches: readonly SideMismatch[]): boolean {
  const known = useLateralityMismatches.getState().mismatches;
  const isSame =
    known.length === mismatches.length && known.every((one, at) => isSameMismatch(one, mismatches[at]));
  if (!isSame) useLateralityMismatches.setState({ mismatches });
  return !isSame;
}

function isSameMismatch(one: SideMismatch, other: SideMismatch | undefined): boolean {
  return one.side === other?.side && one.part === other.part && one.against === other.against;
}

onWipe(() => setMismatches([]));
