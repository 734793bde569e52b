import type { BackupRun, BackupRunKind } from '#contract/maintenance/backups.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

type RunRow = Omit<BackupRun, 'ok'> & { readonly ok: number };

const RUNS_KEPT = 400;

export function createBackupStore(db: Statements) {
  const insertRun = db
    .prepare<[RunRow], number>(
      `INSERT INTO backup_runs (kind, started_at, ended_at, ok, snapshot, files, bytes, documents, failure)
     VALUES (@kind, @started_at, @ended_at, @ok, @snapshot, @files, @bytes, @documents, @failure) RETURNING run`,
    )
    .pluck();
  const deleteOld = db.prepare<[number]>('DELETE FROM backup_runs WHERE run <= ?');
  const last = db.prepare<[BackupRunKind], RunRow>(
    'SELECT * FROM backup_runs WHERE kind = ? ORDER BY run DESC LIMIT 1',
  );
  const lastGood = db.prepare<[BackupRunKind], RunRow>(
    'SELECT * FROM backup_runs WHERE kind = ? AND ok = 1 ORDER BY run DESC LIMIT 1',
  );
  return {
    insertRun(run: BackupRun): void {
      const number = insertRun.get({ ...run, ok: run.ok ? 1 : 0 }) ?? 0;
      deleteOld.run(number - RUNS_KEPT);
    },
    findLast: (kind: BackupRunKind) => toRun(last.get(kind)),
    findLastGood: (kind: BackupRunKind) => toRun(lastGood.get(kind)),
  };
}

function toRun(row: RunRow | undefined): BackupRun | null {
  if (row === undefined) return null;
  const { kind, started_at, ended_at, snapshot, files, bytes, documents, failure } = row;
  return { kind, started_at, ended_at, ok: row.ok === 1, snapshot, files, bytes, documents, failure };
}
