/** A vault as an administrator reaches it, over its socket or in this process: the same client either way. */
import type { VaultClient } from '#sdk/client.ts';

export interface AdminVault {
  readonly client: VaultClient;
  readonly close: () => Promise<void>;
}
