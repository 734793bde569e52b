/** Creates the principal of a credential, and its token. Source: choices, "Sessions and principals". */

import { encodeCredentialToken } from '#contract/access/credential-token.ts';
import type { GroupRole } from '#contract/access/roles.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { encodePublicKeys } from '#crypto/membership/membership.ts';
import { nameCommitment } from '#crypto/membership/name-commitment.ts';
import { generatePrincipal, wipePrincipal } from '#crypto/principals/principal-keys.ts';
import { wrapWithSecret } from '#crypto/principals/principal-wraps.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { TOKEN_CODEC } from '#server/identity/actor/credential-token-codec.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import {
  insertPrincipal,
  nameWithEnd,
  newNameSalt,
} from '#server/identity/core/membership/principal-rows.ts';
import { listedCn } from '#server/identity/enrollment/client-common-name.ts';
import type { CredentialRow } from '#server/storage/access/credential-store.ts';

/** A credential row before its principal exists. */
export type CredentialDraft = Omit<CredentialRow, 'principal_id'>;

/**
 * Writes principal, signed records, grants and credential row in one transaction. The actor must have the current key
 * of every group named. `secret` is 32 bytes. Returns the new principal's id.
 */
export function enrolCredential(
  core: AccessCore,
  actor: Actor,
  groups: readonly GroupRole[],
  draft: CredentialDraft,
  secret: Uint8Array,
): PrincipalId {
  const { principals, credentials } = core.stores;
  const { secrets: granter, keyRing } = core.keysOf(actor);
  const { trust } = granter;
  const ids = { workspace_id: trust.workspace_id, principal_id: core.newId<PrincipalId>() };
  const generated = generatePrincipal({ ...ids, trustRoot: trust });
  const wrap = wrapWithSecret('token', generated.secrets.principalKey, secret, ids);
  const self = { principal_id: ids.principal_id, kind: 'sdk', is_admin: false } as const;
  core.ledger.change(granter, (append) => {
    const { created_at, name } = draft;
    const name_salt = newNameSalt();
    const clear = {
      kind: 'sdk',
      display_name: name,
      name_salt,
      created_at,
      invite_expires_at: null,
    } as const;
    insertPrincipal(principals, generated, clear, [wrap]);
    append({
      ...self,
      action: 'enrol',
      public_keys: encodePublicKeys(generated.publicKeys),
      display_name_sha256: nameCommitment(nameWithEnd(name, draft.expires_at), name_salt),
      certificate: { fingerprint: draft.fingerprint, client_cn: listedCn(draft.client_cn), kind: 'client' },
    });
    for (const { security_group_id, role } of groups) {
      const { generation, key } = keyRing.currentGroupKey(security_group_id);
      const grants = new Map([[ids.principal_id, key]]);
      append({ ...self, action: 'set_role', security_group_id, generation, role, grants });
    }
    credentials.insert({ ...draft, principal_id: ids.principal_id });
  });
  wipePrincipal(generated.secrets);
  return ids.principal_id;
}

/** Encodes the token. Its fields beside the secret only inform the program; the server's record decides. */
export function tokenFor(
  core: AccessCore,
  about: {
    readonly principal_id: PrincipalId;
    readonly groups: readonly GroupRole[];
    readonly draft: CredentialDraft;
    readonly base_url: string;
  },
  secret: Uint8Array,
): string {
  const { principal_id, groups, draft, base_url } = about;
  const { workspace_id, name: workspace_name } = core.workspace();
  const payload = {
    workspace_id,
    workspace_name,
    principal_id,
    name: draft.name,
    base_url,
    groups: groups.map((group) => ({ ...group, name: core.groupNameOf(group.security_group_id) })),
    issued_at: draft.created_at,
    expires_at: draft.expires_at,
  };
  return encodeCredentialToken(payload, secret, TOKEN_CODEC);
}
