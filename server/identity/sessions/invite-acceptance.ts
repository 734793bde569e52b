import { VaultError } from '#contract/errors/vault-error.ts';
import { cloneSecret, wipe } from '#crypto/bytes.ts';
import { type PrincipalKey, parsePrincipalKey } from '#crypto/keys/key-types.ts';
import { wrapWithPassphrase, wrapWithSecret } from '#crypto/principals/principal-wraps.ts';
import { generateRecoveryKey } from '#crypto/principals/recovery-key.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { wrapRowOf } from '#server/identity/core/membership/principal-rows.ts';
import { readPrincipal } from '#server/identity/core/unlock-principal.ts';
import { wipePrincipalKeys } from '#server/identity/core/unlocked-principals.ts';
import { assertStrongPassphrase } from '#server/identity/passphrase/passphrase-policy.ts';
import type { PrincipalRow } from '#server/storage/access/principal-store.ts';
import { nowInstant } from '#server/system/clock.ts';

/**
 * Exchanges an invite for a passphrase and a recovery key, and uses the invite up in the same transaction. Returns the
 * recovery key. Wipes the principal's key when the invite is refused.
 * @throws credential_rejected when the invite is expired or already used; invalid_request on a weak passphrase;
 * CryptoError when seeds, list or grants fail verification: the invite stays usable then.
 */
export async function acceptInvite(
  core: AccessCore,
  invited: { readonly row: PrincipalRow; readonly principalKey: PrincipalKey },
  passphrase: string,
): Promise<string> {
  try {
    return await accept(core, invited, passphrase);
  } catch (error) {
    wipe(invited.principalKey);
    throw error;
  }
}

async function accept(
  core: AccessCore,
  { row, principalKey }: Parameters<typeof acceptInvite>[1],
  passphrase: string,
): Promise<string> {
  const stale = new VaultError('credential_rejected', 'The invite expired or was used. Ask for a new one.');
  if (row.invite_expires_at === null || Date.parse(row.invite_expires_at) <= core.clock.nowMs()) throw stale;
  const { workspace_id, name } = core.workspace();
  await assertStrongPassphrase(row.principal_id, passphrase, [name, row.display_name]);
  // Verify first: a failure afterwards would use up the invite without showing the recovery key.
  wipePrincipalKeys(readPrincipal(core, row, parsePrincipalKey(cloneSecret(principalKey))));
  const ids = { workspace_id, principal_id: row.principal_id };
  const byPassphrase = await wrapWithPassphrase(principalKey, passphrase, ids);
  const recovery = generateRecoveryKey();
  const wraps = [byPassphrase, wrapWithSecret('recovery', principalKey, recovery.secret, ids)];
  wipe(recovery.secret);
  const { principals } = core.stores;
  core.commits.writeNow(() => {
    if (!principals.deleteWrap(row.principal_id, 'invite')) throw stale;
    for (const wrap of wraps)
      principals.updateWrap(wrapRowOf(row.principal_id, wrap, nowInstant(core.clock)));
    principals.updateInviteEnded(row.principal_id);
  });
  core.commits.checkpoint();
  return recovery.text;
}
