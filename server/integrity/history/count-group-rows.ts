/**
 * Counts all rows of groups with available keys, page by page, while the vault stays in use. A commit behind the
 * current position adjusts the count; one ahead is counted when its page is reached.
 */

import type { SecurityGroupId } from '#contract/ids.ts';
import {
  EMPTY_TALLY,
  type StateElement,
  type StateKind,
  type Tally,
  withoutRow,
  withRow,
} from '#crypto/history/state-digest.ts';
import type { ChangedRow } from '#server/storage/engine/changed-row.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';
import { createStateRows } from '#server/storage/history/list-digested-rows.ts';
import { createTurnSize } from '#server/system/concurrency/adaptive-batch-size.ts';
import type { FindStateKey } from './state-digests.ts';

const KINDS: readonly StateKind[] = ['document', 'node'];

export interface RowCounter {
  /** Counts one page; false when none is left. */
  readonly step: () => boolean;
  /** Call after a commit with its changed rows. */
  readonly take: (changes: readonly ChangedRow[]) => void;
  /** Tallies by generation; rows without an available key are not counted. */
  readonly talliesOf: (securityGroupId: SecurityGroupId) => ReadonlyMap<number, Tally>;
  /** Milliseconds spent on all pages so far. */
  readonly tookMs: () => number;
  /** True when rows of the generation were reached while its key was unavailable. */
  readonly hasMissed: (securityGroupId: SecurityGroupId, generation: number) => boolean;
}

export function createRowCounter(db: Statements, findKey: FindStateKey): RowCounter {
  const rows = createStateRows(db);
  const tallies = new Map<string, Map<number, Tally>>();
  const missed = new Set<string>();
  const size = createTurnSize();
  let kind = 0;
  let last = '';
  let tookMs = 0;

  function count(
    securityGroupId: SecurityGroupId,
    generation: number,
    element: StateElement,
    change: typeof withRow,
  ): void {
    const key = findKey(securityGroupId, generation);
    if (key === undefined) {
      missed.add(`${securityGroupId}/${generation}`);
      return;
    }
    const ofGroup = tallies.get(securityGroupId) ?? new Map<number, Tally>();
    tallies.set(securityGroupId, ofGroup);
    ofGroup.set(generation, change(key, ofGroup.get(generation) ?? EMPTY_TALLY, element));
  }

  function isBehind(row: ChangedRow): boolean {
    const of = KINDS.indexOf(row.kind);
    return of < kind || (of === kind && row.id <= last);
  }

  return {
    step() {
      const current = KINDS[kind];
      if (current === undefined) return false;
      const beganMs = performance.now();
      const page = rows.listAfter(current, last, size.next());
      for (const { security_group_id, generation, id, row_mac } of page)
        count(security_group_id, generation, { kind: current, id, row_mac }, withRow);
      const ms = performance.now() - beganMs;
      size.took(ms);
      tookMs += ms;
      const end = page.at(-1);
      if (end === undefined) kind += 1;
      last = end?.id ?? '';
      return true;
    },
    take(changes) {
      for (const row of changes.filter(isBehind)) {
        const { kind: of, id, security_group_id } = row;
        if (row.old_generation !== null && row.old_mac !== null)
          count(security_group_id, row.old_generation, { kind: of, id, row_mac: row.old_mac }, withoutRow);
        if (row.new_generation !== null && row.new_mac !== null)
          count(security_group_id, row.new_generation, { kind: of, id, row_mac: row.new_mac }, withRow);
      }
    },
    talliesOf: (securityGroupId) => tallies.get(securityGroupId) ?? new Map<number, Tally>(),
    tookMs: () => tookMs,
    hasMissed: (securityGroupId, generation) => missed.has(`${securityGroupId}/${generation}`),
  };
}
