import type { BackupRun, BackupRunKind } from '#contract/evidence/backups.ts';
import type { PrincipalId } from '#contract/ids.ts';
import type { Statements } from '#server/db/engine/sql-engine.ts';

export interface SignedSettingsRow {
  readonly settings_json: string;
  readonly principal_id: PrincipalId;
  readonly signature_ed25519: string;
  readonly signature_mldsa65: string;
}

type RunRow = Omit<BackupRun, 'ok'> & { readonly ok: number };

const RUNS_KEPT = 400;

export function createBackupStore(db: Statements) {
  const selectSettings = db.prepare<[], SignedSettingsRow>('SELECT * FROM backup_settings');
  const updateSettings = db.prepare<[SignedSettingsRow]>(
    `INSERT INTO backup_settings
       (singleton, settings_json, principal_id, signature_ed25519, signature_mldsa65)
     VALUES (1, @settings_json, @principal_id, @signature_ed25519, @signature_mldsa65)
     ON CONFLICT (singleton) DO UPDATE SET settings_json = excluded.settings_json,
       principal_id = excluded.principal_id, signature_ed25519 = excluded.signature_ed25519,
       signature_mldsa65 = excluded.signature_mldsa65`,
  );
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
    findSettings: () => selectSettings.get(),
    updateSettings: (row: SignedSettingsRow) => void updateSettings.run(row),
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
