/**
 * Reads and writes plaintext settings rows signed by the administrator who chose them. Without a signature, any program
 * that can write to the folder could choose them; unsigned settings are ignored.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { utf8 } from '#crypto/bytes.ts';
import type { MembershipRecord, MembershipState } from '#crypto/membership/membership.ts';
import type { PrincipalSecrets } from '#crypto/principals/principal-keys.ts';
import { signStatement, verifyStatement } from '#crypto/principals/signed-statements.ts';
import type {
  SignedSettingsRow,
  SignedSettingsStore,
} from '#server/storage/access/backup-and-receiver-settings-store.ts';
import type { MembershipLedger } from './membership/membership-ledger.ts';

/** Signature label by table: separates one kind of settings from all other signed statements. */
export const SETTINGS_LABELS = {
  backup_settings: 'srv.v1/backup/settings',
  receiver_settings: 'srv.v1/receiver/settings',
} as const;

export interface SignedSettings<Settings> {
  /** The stored settings if their signer is an administrator in `state`, else the defaults. */
  readonly read: (state: MembershipState | undefined) => Settings;
  /** Signs and stores; call inside a transaction. */
  readonly write: (secrets: PrincipalSecrets, settings: Settings) => void;
}

/**
 * `label`: one of `SETTINGS_LABELS`. Before an administrator is disabled, the disabling administrator signs the
 * settings again in the same transaction; so they outlast their first signer.
 */
export function createSignedSettings<Settings extends object>(
  {
    store,
    ledger,
  }: { readonly store: SignedSettingsStore; readonly ledger: Pick<MembershipLedger, 'onChange'> },
  label: string,
  defaults: Settings,
): SignedSettings<Settings> {
  const isByAdmin = (row: SignedSettingsRow, state: MembershipState) => isSignedByAdmin(label, row, state);

  function put(secrets: PrincipalSecrets, settings_json: string): void {
    const statement = statementOf(secrets.trust.workspace_id, settings_json);
    const { principal_id } = secrets;
    store.put({ settings_json, principal_id, ...signStatement(secrets, label, statement) });
  }

  ledger.onChange((state, granter, records) => {
    const row = records.some(({ action }) => action === 'disable') ? store.find() : undefined;
    if (row === undefined || !records.some((record) => disables(record, row)) || !isByAdmin(row, state))
      return;
    if (granter.principal_id === row.principal_id)
      throw new VaultError(
        'has_dependents',
        'You signed settings used while locked. Another administrator must disable you.',
      );
    put(granter, row.settings_json);
  });

  return {
    read(state) {
      const row = store.find();
      if (row === undefined || state === undefined || !areSettingsSigned(label, row, state)) return defaults;
      return { ...defaults, ...JSON.parse(row.settings_json) };
    },
    write: (secrets, settings) => put(secrets, JSON.stringify(settings)),
  };
}

/** True when an enabled administrator signed the row; otherwise the row is ignored. */
export function areSettingsSigned(label: string, row: SignedSettingsRow, state: MembershipState): boolean {
  return isSignedByAdmin(label, row, state) && state.principals.get(row.principal_id)?.disabled === false;
}

function isSignedByAdmin(
  label: string,
  row: SignedSettingsRow,
  { principals, trust }: MembershipState,
): boolean {
  const signer = principals.get(row.principal_id);
  if (signer?.is_admin !== true) return false;
  return verifyStatement(signer.public_keys, label, statementOf(trust.workspace_id, row.settings_json), row);
}

function disables({ action, principal_id }: MembershipRecord, row: SignedSettingsRow): boolean {
  return action === 'disable' && principal_id === row.principal_id;
}

/** Includes the workspace id, so that settings signed for another vault are not accepted. */
function statementOf(workspaceId: WorkspaceId, json: string): Uint8Array {
  return utf8(JSON.stringify([workspaceId, json]));
}
