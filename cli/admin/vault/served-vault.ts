/** Connects to the vault of a served folder over its socket, with the desktop certificate. */
import { join } from 'node:path';
import { createClient } from '#sdk/client.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import type { AdminVault } from './admin-session.ts';

export interface ServedVault extends AdminVault {
  /** Tests whether the server responds. @throws APIConnectionError, `unsent` if nothing listens there. */
  readonly probe: () => Promise<void>;
}

export function connectServedVault(url: string, pkiFolder: string, signal: AbortSignal): ServedVault {
  const client = createClient({
    transport: nodeTransport({
      baseUrl: url,
      ca: join(pkiFolder, 'ca.crt'),
      cert: join(pkiFolder, 'desktop.crt'),
      key: join(pkiFolder, 'desktop.key'),
      // Accept this certificate even when expired, because renewing it needs a connection.
      serverCertificate: join(pkiFolder, 'server.crt'),
    }),
  });
  return {
    client,
    probe: async () => {
      await client.vault.get({ signal, maxRetries: 0 });
    },
    close: client.close,
  };
}
