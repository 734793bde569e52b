/** A vault as an administrator reaches it, over its socket or in this process: the same client either way. */
import type { VaultClient } from '#sdk/client.ts';

/** Where a vault that is not made yet is to have its records and its files; in its folder by default. */
export interface VaultPlaces {
  readonly store?: string | undefined;
  readonly blobs?: string | undefined;
  /** Names of the server's certificate beside the loopback ones. */
  readonly hosts?: readonly string[];
  /** The vault is there, served by others; the folder becomes that of one more server. */
  readonly joins?: boolean;
  /** A travelling copy is being made there. */
  readonly takesCopy?: boolean;
}

export interface AdminVault {
  readonly client: VaultClient;
  readonly close: () => Promise<void>;
}
