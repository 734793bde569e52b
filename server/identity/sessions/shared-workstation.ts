import type { Peer } from '#server/identity/actor/peer-certificate.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';

/**
 * True for the certificate of a shared workstation: its principal never had a role, and persons unlock with their own
 * secrets.
 */
export function isSharedWorkstation({ stores, ledger }: AccessCore, { cn }: Peer): boolean {
  const credential = stores.credentials.list().find(({ client_cn }) => client_cn === cn);
  if (credential === undefined) return false;
  const { principal_id } = credential;
  // Before the list is verified the grants decide; they are deleted with a role.
  if (ledger.findState() === undefined) return stores.membership.listGrantsOf(principal_id).length === 0;
  return !ledger
    .records()
    .some(({ record }) => record.action === 'set_role' && record.principal_id === principal_id);
}
