/** The vault of a folder nobody serves, opened in this process for as long as the command runs. */

import { createClient } from '#sdk/client.ts';
import type { AdminVault, VaultPlaces } from './admin-session.ts';

/** @throws protocol_error when another process has the folder. */
export async function openVaultInProcess(dataDir: string, places: VaultPlaces = {}): Promise<AdminVault> {
  // Only now: a served folder needs none of it.
  const { openVault } = await import('#server/app/open-vault.ts');
  const { inProcessTransport } = await import('#server/app/in-process-transport.ts');
  const vault = await openVault({ dataDir, ...places });
  const client = createClient({ transport: inProcessTransport(vault) });
  return {
    client,
    async close() {
      await client.close();
      await vault.close();
    },
  };
}
