/** SQL over one settings row signed by an administrator; migrations define its tables. */
import type { PrincipalId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface SignedSettingsRow {
  readonly settings_json: string;
  readonly principal_id: PrincipalId;
  readonly signature_ed25519: string;
  readonly signature_mldsa65: string;
}

export type SignedSettingsStore = ReturnType<typeof createSignedSettingsStore>;

export function createSignedSettingsStore(db: Statements, table: 'backup_settings' | 'receiver_settings') {
  const select = db.prepare<[], SignedSettingsRow>(`SELECT * FROM ${table}`);
  const put = db.prepare<[SignedSettingsRow]>(
    `INSERT INTO ${table} (singleton, settings_json, principal_id, signature_ed25519, signature_mldsa65)
     VALUES (1, @settings_json, @principal_id, @signature_ed25519, @signature_mldsa65)
     ON CONFLICT (singleton) DO UPDATE SET settings_json = excluded.settings_json,
       principal_id = excluded.principal_id, signature_ed25519 = excluded.signature_ed25519,
       signature_mldsa65 = excluded.signature_mldsa65`,
  );
  return {
    find: () => select.get(),
    /** Stores the settings row. Call inside a transaction. */
    put: (row: SignedSettingsRow) => void put.run(row),
  };
}
