/** Opens the vault of an unserved folder in this process while the command runs. */

import { createClient } from '#sdk/client.ts';
import type { AdminVault, VaultPlaces } from './admin-session.ts';

/**
 * Opens the vault of a folder that no server uses, in this process. @throws protocol_error if another process has
 * the folder.
 */
export async function openVaultInProcess(dataDir: string, places: VaultPlaces = {}): Promise<AdminVault> {
  // Imported here, because a served folder does not need it.
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
