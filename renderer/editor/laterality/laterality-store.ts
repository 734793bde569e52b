/**
 * Store of contradictions in the open report: sides of its parts, updated after each key, and side and size of single
 * findings, once typing pauses.
 */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import type { SideMismatch } from '#report/checks/laterality/laterality-checks.ts';
import type { QualityFinding } from '#report/checks/quality-finding.ts';

interface Sides {
  readonly mismatches: readonly SideMismatch[];
  readonly compared: readonly QualityFinding[];
}

export const useLateralityMismatches = create<Sides>()(() => ({ mismatches: [], compared: [] }));

/** Returns true if the mismatches changed. */
export function setMismatches(mismatches: readonly SideMismatch[]): boolean {
  const known = useLateralityMismatches.getState().mismatches;
  const isSame =
    known.length === mismatches.length && known.every((one, at) => isSameMismatch(one, mismatches[at]));
  if (!isSame) useLateralityMismatches.setState({ mismatches });
  return !isSame;
}

export function setCompared(compared: readonly QualityFinding[]): void {
  const known = useLateralityMismatches.getState().compared;
  if (JSON.stringify(known) !== JSON.stringify(compared)) useLateralityMismatches.setState({ compared });
}

function isSameMismatch(one: SideMismatch, other: SideMismatch | undefined): boolean {
  return one.side === other?.side && one.part === other.part && one.against === other.against;
}

onWipe(() => {
  setMismatches([]);
  setCompared([]);
});
