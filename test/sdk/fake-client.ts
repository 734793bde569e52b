/** Clients of the scripted vault. */
import { type ClientOptions, createClient, type VaultClient } from '#sdk/client.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import type { FakeVault } from '#test/support/sdk-fake-server.ts';

export const ID = '01890000-0000-7000-8000-000000000001';
export const OTHER_ID = '01890000-0000-7000-8000-000000000002';

/** Returns a client with a session and minimal pauses. */
export function clientOf(vault: FakeVault, options: Partial<ClientOptions> = {}): VaultClient {
  return createClient({
    transport: nodeTransport({ baseUrl: vault.url, ca: vault.certificates.ca, ...vault.certificates.client }),
    ...(options.token === undefined ? { session_token: 'bearer' } : {}),
    retry: { baseDelayMs: 1, maxDelayMs: 2 },
    ...options,
  });
}
