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

export function checkClock(db: SqlEngine, nowMs: number): Finding[] {
  const newest = db
    .prepare<[], string | null>(
      `SELECT max(at) FROM (SELECT max(updated_at) AS at FROM documents
       UNION ALL SELECT max(created_at) FROM drive_nodes UNION ALL SELECT max(issued_at) FROM certificates) AS newest`,
    )
    .pluck()
    .get();
  const isBehind = typeof newest === 'string' && Date.parse(newest) > nowMs + CLOCK_TOLERANCE_MS;
  return isBehind ? [finding('clock_behind', null, `The newest is of ${newest}.`)] : [];
}
