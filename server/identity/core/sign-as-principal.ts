/** Implements the signing port: signs with an unlocked principal's keys and builds the path to the founder. */
import { roleCovers } from '#contract/access/roles.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { fingerprint, publicKeysOf } from '#crypto/principals/principal-keys.ts';
import { signStatement } from '#crypto/principals/signed-statements.ts';
import { selectPath } from '#crypto/proof/membership-path.ts';
import type { SigningPort } from '#server/identity/actor/signing-port.ts';
import type { AccessCore } from './identity-dependencies.ts';

export function createSigning(core: AccessCore): SigningPort {
  return {
    signerOf(actor) {
      const { secrets, display_name, kind, principal_id } = core.keysOf(actor);
      const credential = kind === 'sdk' ? core.stores.credentials.findByPrincipal(principal_id) : undefined;
      const name_salt = core.stores.principals.find(principal_id)?.name_salt ?? null;
      return {
        workspace_name: core.workspace().name,
        signer_name: display_name,
        ...(name_salt === null ? {} : { signer_name_salt: name_salt }),
        credential_expires_at: credential?.expires_at ?? null,
        key_fingerprint: encodeHex(fingerprint(publicKeysOf(secrets))),
        membership_seq: core.ledger.state().head.seq,
        sign: (label, message) => signStatement(secrets, label, message),
      };
    },
    canBeAsked(securityGroupId, principalId) {
      const { groups, principals } = core.ledger.state();
      const principal = principals.get(principalId);
      const isPerson = principal?.kind === 'person' && !principal.disabled;
      return isPerson && roleCovers(groups.get(securityGroupId)?.members.get(principalId), 'editor');
    },
    pathOf: (end) => selectPath(core.ledger.records(), end),
  };
}
