/**
 * Where backups go and when: signed by the administrator who chose it, because a target in a clear column could be
 * anywhere by the word of whoever writes to the folder. What is not signed counts as not chosen.
 */
import type { BackupSettings, BackupSettingsBody } from '#contract/evidence/backups.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { utf8 } from '#crypto/bytes.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import type { PrincipalSecrets } from '#crypto/principals/principal-keys.ts';
import { isStatementOf, signStatement } from '#crypto/principals/statements.ts';
import type { createBackupStore } from '#server/db/backups/backup-store.ts';

const LABEL = 'srv.v1/backup/settings';

const BACKUP_SETTINGS_DEFAULT: BackupSettings = {
  target: null,
  hour: null,
  keep_daily: 7,
  keep_weekly: 4,
};

type Store = Pick<ReturnType<typeof createBackupStore>, 'findSettings' | 'updateSettings'>;

/** Bound to the workspace: what was signed for another vault says nothing here. */
function statementOf(workspaceId: WorkspaceId, json: string): Uint8Array {
  return utf8(JSON.stringify([workspaceId, json]));
}

export function readBackupSettings(store: Store, state: MembershipState | undefined): BackupSettings {
  const row = store.findSettings();
  const signer = row && state?.principals.get(row.principal_id);
  if (row === undefined || state === undefined || signer?.is_admin !== true || signer.disabled)
    return BACKUP_SETTINGS_DEFAULT;
  const statement = statementOf(state.trust.workspace_id, row.settings_json);
  if (!isStatementOf(signer.public_keys, LABEL, statement, row)) return BACKUP_SETTINGS_DEFAULT;
  return JSON.parse(row.settings_json);
}

/** Inside a transaction. */
export function writeBackupSettings(
  store: Store,
  secrets: PrincipalSecrets,
  before: BackupSettings,
  change: BackupSettingsBody,
): BackupSettings {
  const settings: BackupSettings = { ...before, ...change };
  const settings_json = JSON.stringify(settings);
  const statement = statementOf(secrets.trust.workspace_id, settings_json);
  store.updateSettings({
    settings_json,
    principal_id: secrets.principal_id,
    ...signStatement(secrets, LABEL, statement),
  });
  return settings;
}
