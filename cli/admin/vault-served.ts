/** The vault of a served folder, over its socket with the desktop certificate. */
import { join } from 'node:path';
import { createClient } from '#sdk/client.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { collect } from '../collect.ts';
import type { AdminVault } from './admin-vault.ts';

export interface ServedVault extends AdminVault {
  /** @throws APIConnectionError, `unsent` when nothing listens there. */
  readonly probe: () => Promise<void>;
}

export function connectServedVault(url: string, pkiFolder: string, signal: AbortSignal): ServedVault {
  const client = createClient({
    transport: nodeTransport({
      baseUrl: url,
      ca: join(pkiFolder, 'ca.crt'),
      cert: join(pkiFolder, 'desktop.crt'),
      key: join(pkiFolder, 'desktop.key'),
    }),
  });
  const options = { signal };
  return {
    probe: async () => {
      await client.vault.get({ signal, maxRetries: 0 });
    },
    init: (body) => client.vault.init(body, options),
    unlock: async (body) => {
      await client.session.open(body, options);
      return {
        createCredential: (create) => client.credentials.create(create, options),
        listCredentials: () => collect(client.credentials.list(options)),
        revokeCredential: (id) => client.credentials.revoke(id, options),
        lock: async () => {
          await client.session.lock({}, { maxRetries: 0 }).catch(() => undefined);
        },
      };
    },
    close: client.close,
  };
}
