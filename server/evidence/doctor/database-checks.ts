/** The database as SQLite and as a history: damage, broken references, the anchor, the newest change. No key needed. */
import type { Database } from 'better-sqlite3';
import { type Finding, finding } from '#contract/evidence/findings.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { createRollbackAnchor } from '#server/config/rollback-anchor.ts';
import { standingOf } from '#server/history/anchor-check.ts';

/** Clocks of two computers may differ by this much. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** `isThorough`: every page against every index, else pages only. */
export function checkIntegrity(db: Database, isThorough: boolean): Finding[] {
  const result: unknown = db.pragma(isThorough ? 'integrity_check(1)' : 'quick_check(1)', { simple: true });
  if (result !== 'ok') return [finding('database_damaged')];
  const broken: unknown = db.pragma('foreign_key_check');
  return Array.isArray(broken) && broken.length > 0
    ? [finding('reference_broken', null, `${broken.length} rows.`)]
    : [];
}

export function checkAnchor(db: Database, workspaceId: WorkspaceId, stateDir: string): Finding[] {
  const known = createRollbackAnchor(stateDir).read(workspaceId);
  return standingOf(db, known) === 'goes_on' ? [] : [finding('rolled_back')];
}

export function checkClock(db: Database, nowMs: number): Finding[] {
  const newest = db
    .prepare<[], string | null>(
      `SELECT max(at) FROM (SELECT max(updated_at) AS at FROM documents
       UNION ALL SELECT max(created_at) FROM drive_nodes UNION ALL SELECT max(issued_at) FROM certificates)`,
    )
    .pluck()
    .get();
  const isBehind = typeof newest === 'string' && Date.parse(newest) > nowMs + CLOCK_TOLERANCE_MS;
  return isBehind ? [finding('clock_behind', null, `The newest is of ${newest}.`)] : [];
}
