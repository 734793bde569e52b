import type { VaultClient } from '#sdk/client.ts';
import type { Actor } from '#server/access/actor.ts';

/** Whoever exchanges, here and with an open session at the vault. */
export interface ExchangeRun {
  readonly client: VaultClient;
  readonly actor: Actor;
  readonly passphrase: string;
}
