import type { SecurityGroupId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface RotationRow {
  readonly security_group_id: SecurityGroupId;
  /** The generation being rewrapped to; null until an unlocked owner's session has started the rotation. */
  readonly generation: number | null;
  readonly requested_at: string;
}

/** SQL over rotation jobs: at most one pending or running per group; the row survives a crash. */
export function createRotationStore(db: Statements) {
  const columns = 'security_group_id, generation, requested_at';
  const select = db.prepare<[string], RotationRow>(
    `SELECT ${columns} FROM rotation_jobs WHERE security_group_id = ?`,
  );
  const selectAll = db.prepare<[], RotationRow>(`SELECT ${columns} FROM rotation_jobs ORDER BY requested_at`);
  // `is_repeat_wanted` is unused now; older releases read it after a downgrade.
  const request = db.prepare<[string, string]>(
    `INSERT INTO rotation_jobs (security_group_id, requested_at) VALUES (?, ?)
     ON CONFLICT (security_group_id) DO UPDATE SET is_repeat_wanted =
       CASE WHEN rotation_jobs.generation IS NULL THEN 0 ELSE 1 END`,
  );
  const begin = db.prepare<[number, string]>(
    'UPDATE rotation_jobs SET generation = ?, is_repeat_wanted = 0 WHERE security_group_id = ?',
  );
  const remove = db.prepare<[string]>('DELETE FROM rotation_jobs WHERE security_group_id = ?');
  return {
    find: (securityGroupId: SecurityGroupId) => select.get(securityGroupId),
    list: () => selectAll.all(),
    insert: (securityGroupId: SecurityGroupId, at: string) => void request.run(securityGroupId, at),
    updateBegun: (securityGroupId: SecurityGroupId, generation: number) =>
      void begin.run(generation, securityGroupId),
    delete: (securityGroupId: SecurityGroupId) => void remove.run(securityGroupId),
  };
}
