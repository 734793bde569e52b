import type { Peer } from '#server/identity/actor/peer.ts';
import type { AccessCore } from '#server/identity/core/access-core.ts';

/** Whether the certificate is of a computer whose persons bring their own keys: its principal was given no role, ever. */
export function isWorkstation({ stores, ledger }: AccessCore, { cn }: Peer): boolean {
  const credential = stores.credentials.list().find(({ client_cn }) => client_cn === cn);
  if (credential === undefined) return false;
  const { principal_id } = credential;
  // Before anybody has verified the list, the grants say so; they go with a role that was taken away.
  if (ledger.findState() === undefined) return stores.membership.listGrantsOf(principal_id).length === 0;
  return !ledger
    .records()
    .some(({ record }) => record.action === 'set_role' && record.principal_id === principal_id);
}
