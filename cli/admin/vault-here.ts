/** The vault of a folder nobody serves, opened in this process for as long as the command runs. */
import type { AdminVault } from './admin-vault.ts';

/** @throws protocol_error when another process has the folder. */
export async function openVaultHere(dataDir: string): Promise<AdminVault> {
  // Only now: a served folder needs none of it.
  const { openVault } = await import('#server/open-vault.ts');
  const { services, pki, close } = await openVault({ dataDir });
  const { cn, fingerprint } = pki.desktop();
  const peer = { cn, fingerprint, isDesktop: true };
  return {
    init: services.vault.init,
    unlock: async (body) => {
      const { session_token } = await services.sessions.open(body, peer);
      const live = services.sessions.find(session_token, peer);
      const actor = services.sessions.actorOf(live);
      return {
        createCredential: (create) => services.credentials.create(actor, create),
        listCredentials: async () => services.credentials.list(actor, { limit: 200 }).items,
        revokeCredential: async (id) => services.credentials.revoke(actor, id),
        lock: async () => {
          services.sessions.lock(live, { all: false });
        },
      };
    },
    close,
  };
}
