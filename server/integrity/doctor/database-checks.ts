/** The database as its engine sees it and as a history: damage, broken references, the anchor, the newest change. No key needed. */

import type { WorkspaceId } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { compareWithAnchor } from '#server/integrity/history/anchor-check.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createRollbackAnchor } from '#server/system/config/anchors/rollback-anchor.ts';

/** Clocks of two computers may differ by this much. */
export const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** `isThorough`: every page against every index, else pages only. */
export function checkIntegrity(db: SqlEngine, isThorough: boolean): Finding[] {
  if (!db.isSound(isThorough)) return [finding('database_damaged')];
  const broken = db.countBrokenReferences();
  return broken > 0 ? [finding('reference_broken', null, `${broken} rows.`)] : [];
}

export function checkAnchor(db: SqlEngine, workspaceId: WorkspaceId, stateDir: string): Finding[] {
  const known = createRollbackAnchor(stateDir).read(workspaceId);
  return compareWithAnchor(db, known) === 'goes_on' ? [] : [finding('rolled_back')];
}

/** After so long under the clock that is there now, what an earlier one dated later is told and is no finding any more. */
const TRUSTED_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

export interface ClockLook {
  readonly what: string;
  readonly findings: readonly Finding[];
}

/**
 * Which of two clocks is right nobody can know here: one that is behind is a finding until the vault has been worked
 * with under it for a week, in the order the audit log was written.
 */
export function lookAtClock(db: SqlEngine, nowMs: number): ClockLook {
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

/** Of the first entry of the audit log behind the last one that is dated later than now; undefined where there is none. */
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
