/**
 * Aligns two sequences of text units for a difference: equal ones first (longest common subsequence), then similar ones
 * between those, as rewritten. Units without a partner were added or removed.
 */

import { diffArrays } from 'diff';
import { appendAll } from '#report/state/append-all.ts';
import { similarity } from './diff-words.ts';

/** Below this similarity two units are shown as one removed and one added. */
const MIN_LIKENESS = 0.4;

export type Pair<Unit> = readonly [before: Unit | undefined, after: Unit | undefined];

export function alignUnits<Unit>(
  before: readonly Unit[],
  after: readonly Unit[],
  keyOf: (unit: Unit) => string,
  kindOf: (unit: Unit) => string,
  textOf: (unit: Unit) => string,
): Pair<Unit>[] {
  const pairs: Pair<Unit>[] = [];
  let removed: Unit[] = [];
  let added: Unit[] = [];
  let atBefore = 0;
  let atAfter = 0;
  const settle = (): void => {
    appendAll(pairs, pairAlike(removed, added, kindOf, textOf));
    removed = [];
    added = [];
  };
  for (const hunk of diffArrays(before.map(keyOf), after.map(keyOf))) {
    if (hunk.removed) {
      appendAll(removed, before.slice(atBefore, atBefore + hunk.count));
      atBefore += hunk.count;
    } else if (hunk.added) {
      appendAll(added, after.slice(atAfter, atAfter + hunk.count));
      atAfter += hunk.count;
    } else {
      settle();
      for (let at = 0; at < hunk.count; at += 1) pairs.push([before[atBefore + at], after[atAfter + at]]);
      atBefore += hunk.count;
      atAfter += hunk.count;
    }
  }
  settle();
  return pairs;
}

/** Keeps both orders: searches a partner only after the last one found. */
function pairAlike<Unit>(
  removed: readonly Unit[],
  added: readonly Unit[],
  kindOf: (unit: Unit) => string,
  textOf: (unit: Unit) => string,
): Pair<Unit>[] {
  const pairs: Pair<Unit>[] = [];
  let from = 0;
  for (const unit of removed) {
    const partner = added.findIndex(
      (other, at) =>
        at >= from &&
        kindOf(other) === kindOf(unit) &&
        similarity(textOf(unit), textOf(other)) >= MIN_LIKENESS,
    );
    if (partner === -1) {
      pairs.push([unit, undefined]);
      continue;
    }
    for (const other of added.slice(from, partner)) pairs.push([undefined, other]);
    pairs.push([unit, added[partner]]);
    from = partner + 1;
  }
  for (const other of added.slice(from)) pairs.push([undefined, other]);
  return pairs;
}
