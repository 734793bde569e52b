/**
 * Settings in a clear row, signed by the administrator who chose them. Without the signature any writer to the
 * folder could choose them. Unsigned settings count as not chosen.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { utf8 } from '#crypto/bytes.ts';
import type { MembershipRecord, MembershipState } from '#crypto/membership/membership.ts';
import type { PrincipalSecrets } from '#crypto/principals/principal-keys.ts';
import { signStatement, verifyStatement } from '#crypto/principals/signed-statements.ts';
import type { SignedSettingsRow, SignedSettingsStore } from '#server/storage/access/signed-settings-store.ts';
import type { MembershipLedger } from './membership/membership-ledger.ts';

/** By table. Separates the signed statements of one kind of settings from all others. */
export const SETTINGS_LABELS = {
  backup_settings: 'srv.v1/backup/settings',
  receiver_settings: 'srv.v1/receiver/settings',
} as const;

export interface SignedSettings<Settings> {
  /** The defaults where none are signed by a principal who is an administrator in `state`. */
  readonly read: (state: MembershipState | undefined) => Settings;
  /** Inside a transaction. */
  readonly write: (secrets: PrincipalSecrets, settings: Settings) => void;
}

/**
 * `label`: one of `SETTINGS_LABELS`. The settings outlast the administrator who signed them: the one who disables
 * that administrator signs them again, in the same transaction.
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

/** Whether an administrator who is one still signed the row: else it counts as not chosen. */
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

/** Bound to the workspace: what was signed for another vault says nothing here. */
function statementOf(workspaceId: WorkspaceId, json: string): Uint8Array {
  return utf8(JSON.stringify([workspaceId, json]));
}
