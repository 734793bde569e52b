/** Session of an administrator on a vault, over its socket or in this process, through the same client. */
import type { VaultClient } from '#sdk/client.ts';

/** Database and bucket of a new vault; in its folder by default. */
export interface VaultPlaces {
  readonly store?: string | undefined;
  readonly blobs?: string | undefined;
  /** Host names for the server's certificate besides the loopback ones. */
  readonly hosts?: readonly string[];
  /** True to make the folder another server of an existing vault. */
  readonly joins?: boolean;
  /** True while a travelling copy is being created there. */
  readonly takesCopy?: boolean;
}

export interface AdminVault {
  readonly client: VaultClient;
  readonly close: () => Promise<void>;
}
