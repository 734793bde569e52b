import { join } from 'node:path';
import { type ClientOptions, createClient, type VaultClient } from '#sdk/client.ts';
import { type NodeTransportOptions, nodeTransport } from '#sdk/transport-node.ts';

/** Disables retries, for tests that count or interrupt requests. */
export const NOTHING_TWICE = { retry: { maxRetries: 0 } } as const;

/** Returns a client with the desktop's certificate of a vault folder, without a session. */
export function desktopClient(
  baseUrl: string,
  dataDir: string,
  { seenStates, ...options }: Pick<ClientOptions, 'retry'> & Pick<NodeTransportOptions, 'seenStates'> = {},
): VaultClient {
  const pki = (file: string) => join(dataDir, 'pki', file);
  return createClient({
    transport: nodeTransport({
      baseUrl,
      ca: pki('ca.crt'),
      cert: pki('desktop.crt'),
      key: pki('desktop.key'),
      ...(seenStates ? { seenStates } : {}),
    }),
    ...options,
  });
}
