/** Seals the CA key to one administrator, and opens it. Source: sealing design B3, "admin secrets". */
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import type { PrincipalSecrets } from '#crypto/principals/principal-keys.ts';
import { adminSecretContext } from '#crypto/sealing/context.ts';
import { openHybridPacked, sealHybridPacked } from '#crypto/sealing/hybrid-envelope.ts';

/** Name of this secret in the table of administrators' secrets. */
export const CA_KEY = 'ca_key';

function contextOf(principal_id: PrincipalId, workspace_id: WorkspaceId) {
  return adminSecretContext({ workspace_id, name: CA_KEY, principal_id });
}

/**
 * Seals the CA key to an administrator.
 * @param kem the administrator's public encapsulation key, from the membership list
 */
export function sealCaKey(
  kem: Uint8Array,
  principalId: PrincipalId,
  workspaceId: WorkspaceId,
  keyPem: string,
): Uint8Array {
  return sealHybridPacked(kem, utf8(keyPem), contextOf(principalId, workspaceId));
}

/** Returns the key as PEM. @throws CryptoError unless it was sealed to these secrets */
export function openCaKey(secrets: PrincipalSecrets, packed: Uint8Array): string {
  const context = contextOf(secrets.principal_id, secrets.trust.workspace_id);
  return fromUtf8(openHybridPacked(secrets.kemSeed, packed, context, secrets.kemPublicKey));
}
