import type { Settings } from '#contract/access/credentials.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface WorkspaceRow {
  readonly workspace_id: WorkspaceId;
  readonly name: string;
  readonly created_at: string;
}

/** SQL over the single workspace row and the single settings row. */
export function createWorkspaceStore(db: Statements) {
  const selectWorkspace = db.prepare<[], WorkspaceRow>(
    'SELECT workspace_id, name, created_at FROM workspace',
  );
  const insertWorkspace = db.prepare<[WorkspaceRow]>(
    'INSERT INTO workspace (singleton, workspace_id, name, created_at) VALUES (1, @workspace_id, @name, @created_at)',
  );
  const selectSettings = db.prepare<[], Settings>(
    `SELECT time_precision, idle_lock_seconds, session_max_seconds, storage_credit_bytes, max_file_bytes,
            draft_retention_days, hl7_receivers,
            coalesce(passphrase_certificates, 'any') AS passphrase_certificates FROM settings`,
  );
  const upsertSettings = db.prepare<[Settings]>(
    `INSERT INTO settings (singleton, time_precision, idle_lock_seconds, session_max_seconds,
       storage_credit_bytes, max_file_bytes, draft_retention_days, hl7_receivers, passphrase_certificates)
     VALUES (1, @time_precision, @idle_lock_seconds, @session_max_seconds, @storage_credit_bytes,
       @max_file_bytes, @draft_retention_days, @hl7_receivers, @passphrase_certificates)
     ON CONFLICT (singleton) DO UPDATE SET time_precision = excluded.time_precision,
       idle_lock_seconds = excluded.idle_lock_seconds, session_max_seconds = excluded.session_max_seconds,
       storage_credit_bytes = excluded.storage_credit_bytes, max_file_bytes = excluded.max_file_bytes,
       draft_retention_days = excluded.draft_retention_days, hl7_receivers = excluded.hl7_receivers,
       passphrase_certificates = excluded.passphrase_certificates`,
  );
  return {
    findWorkspace: () => selectWorkspace.get(),
    insertWorkspace: (row: WorkspaceRow) => void insertWorkspace.run(row),
    findSettings: () => selectSettings.get(),
    updateSettings: (settings: Settings) => void upsertSettings.run(settings),
  };
}
