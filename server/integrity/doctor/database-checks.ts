/**
 * Checks the database without a key: damage, broken references, the anchor, and the newest change against the clock.
 */

import type { WorkspaceId } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { listUnfinishedErasures } from '#server/integrity/erasure/erasure-progress.ts';
import { compareWithAnchor } from '#server/integrity/history/anchor-check.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createRollbackAnchor } from '#server/system/config/anchors/rollback-anchor.ts';

/** Tolerated difference between the clocks of two computers. */
export const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** `isThorough`: compares every page with every index; otherwise pages only. */
export function checkIntegrity(db: SqlEngine, isThorough: boolean): Finding[] {
  if (!db.isSound(isThorough)) return [finding('database_damaged')];
  const broken = db.countBrokenReferences();
  return broken > 0 ? [finding('reference_broken', null, `${broken} rows.`)] : [];
}

/** Reports unfinished erasures; with a running server an erasure may still be in progress. */
export function checkErasures(db: SqlEngine): Finding[] {
  return listUnfinishedErasures(db).map((id) => finding('erasure_unfinished', id));
}

export function checkAnchor(db: SqlEngine, workspaceId: WorkspaceId, stateDir: string): Finding[] {
  const known = createRollbackAnchor(stateDir).read(workspaceId);
  return compareWithAnchor(db, known) === 'goes_on' ? [] : [finding('rolled_back')];
}

/** A clock that was set back is accepted after this time of use; it is then reported without a finding. */
const TRUSTED_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

export interface ClockCheck {
  readonly what: string;
  readonly findings: readonly Finding[];
}

/**
 * Compares the newest change with the clock. Which of two clocks is right cannot be known here. A clock that is behind
 * is a finding until the vault has been used with it for a week, in the order of the audit log.
 */
export function checkClock(db: SqlEngine, nowMs: number): ClockCheck {
  const now = new Date(nowMs).toISOString();
  const newest = db
    .prepare<[], string | null>(
      `SELECT max(at) FROM (SELECT max(updated_at) AS at FROM documents
       UNION ALL SELECT max(created_at) FROM drive_nodes UNION ALL SELECT max(issued_at) FROM certificates) AS newest`,
    )
    .pluck()
    .get();
  if (typeof newest !== 'string' || Date.parse(newest) <= nowMs + CLOCK_TOLERANCE_MS)
    return { what: now, findings: [] };
  const since = sinceBack(db, nowMs);
  if (since === undefined || nowMs - since < TRUSTED_AFTER_MS)
    return { what: now, findings: [finding('clock_behind', null, `The newest is of ${newest}.`)] };
  const setBack = new Date(since).toISOString();
  return {
    what: `${now}; set back by ${setBack}, what was changed before that is dated until ${newest}`,
    findings: [],
  };
}

/** Instant of the first audit entry after the last one dated later than now; undefined when there is none. */
function sinceBack(db: SqlEngine, nowMs: number): number | undefined {
  const later = new Date(nowMs + CLOCK_TOLERANCE_MS).toISOString();
  const at = db
    .prepare<[string], string>(
      `SELECT at FROM audit_entries
       WHERE seq > (SELECT max(seq) FROM audit_entries WHERE at > ?) ORDER BY seq LIMIT 1`,
    )
    .pluck()
    .get(later);
  const ms = Date.parse(at ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}
