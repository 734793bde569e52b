/** A real vault in a temporary folder that serves the built interface, and a client to prepare it with. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type VaultClient } from '#sdk/client.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { startServer } from '#server/start-server.ts';

export const UI_DIR =
  process.env['SRVAULT_UI_DIR'] ?? fileURLToPath(new URL('../../../dist/renderer', import.meta.url));
export const PASSPHRASE = 'copper heron seventh landing';
export const VAULT_NAME = 'Northgate Imaging';
export const OWNER_NAME = 'Dr A. Roe';

export interface UiVault {
  readonly url: string;
  readonly dataDir: string;
  /** What a browser context needs to be let in. */
  readonly clientCertificate: {
    readonly origin: string;
    readonly certPath: string;
    readonly keyPath: string;
  };
  /** A fresh client with the desktop's certificate and no session. */
  readonly client: () => VaultClient;
  /** Creates the vault and unlocks a client for its founder. */
  readonly init: () => Promise<InitializedVault>;
  readonly close: () => Promise<void>;
}

export interface InitializedVault {
  readonly admin: VaultClient;
  readonly group: string;
  readonly recovery_key: string;
  readonly passphrase: string;
}

export async function startUiVault(): Promise<UiVault> {
  const root = mkdtempSync(join(tmpdir(), 'srvault-ui-'));
  const dataDir = join(root, 'vault');
  const server = await startServer({
    dataDir,
    port: 0,
    stateDir: join(root, 'state'),
    uiDir: UI_DIR,
    rateLimit: 'off',
  });
  const pki = (file: string) => join(dataDir, 'pki', file);
  const clients: VaultClient[] = [];
  const client = () => {
    const transport = nodeTransport({
      baseUrl: server.url,
      ca: pki('ca.crt'),
      cert: pki('desktop.crt'),
      key: pki('desktop.key'),
    });
    const made = createClient({ transport });
    clients.push(made);
    return made;
  };
  return {
    url: server.url,
    dataDir,
    clientCertificate: { origin: server.url, certPath: pki('desktop.crt'), keyPath: pki('desktop.key') },
    client,
    init: async () => {
      const admin = client();
      const created = await admin.vault.init({
        name: VAULT_NAME,
        owner: { display_name: OWNER_NAME },
        passphrase: PASSPHRASE,
      });
      await admin.session.open({ passphrase: PASSPHRASE });
      return {
        admin,
        group: created.security_group_id,
        recovery_key: created.recovery_key,
        passphrase: PASSPHRASE,
      };
    },
    close: async () => {
      await Promise.all(clients.map((made) => made.close()));
      await server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
