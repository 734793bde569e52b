/**
 * Settings that lie in a clear row and are signed by the administrator who chose them, because otherwise they would
 * be anything by the word of whoever writes to the folder. What is not signed counts as not chosen.
 */
import type { WorkspaceId } from '#contract/ids.ts';
import { utf8 } from '#crypto/bytes.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import type { PrincipalSecrets } from '#crypto/principals/principal-keys.ts';
import { isStatementOf, signStatement } from '#crypto/principals/statements.ts';
import type { SignedSettingsStore } from '#server/db/access/signed-settings-store.ts';

export interface SignedSettings<Settings> {
  /** The defaults where none are signed by somebody who is an administrator by `state`. */
  readonly read: (state: MembershipState | undefined) => Settings;
  /** Inside a transaction. */
  readonly write: (secrets: PrincipalSecrets, settings: Settings) => void;
}

/** `label` parts the statements of one kind of settings from all others. */
export function createSignedSettings<Settings extends object>(
  store: SignedSettingsStore,
  label: string,
  defaults: Settings,
): SignedSettings<Settings> {
  return {
    read(state) {
      const row = store.find();
      const signer = row && state?.principals.get(row.principal_id);
      if (row === undefined || state === undefined || signer?.is_admin !== true || signer.disabled)
        return defaults;
      const statement = statementOf(state.trust.workspace_id, row.settings_json);
      if (!isStatementOf(signer.public_keys, label, statement, row)) return defaults;
      return { ...defaults, ...JSON.parse(row.settings_json) };
    },
    write(secrets, settings) {
      const settings_json = JSON.stringify(settings);
      const statement = statementOf(secrets.trust.workspace_id, settings_json);
      const { principal_id } = secrets;
      store.put({ settings_json, principal_id, ...signStatement(secrets, label, statement) });
    },
  };
}

/** Bound to the workspace: what was signed for another vault says nothing here. */
function statementOf(workspaceId: WorkspaceId, json: string): Uint8Array {
  return utf8(JSON.stringify([workspaceId, json]));
}
