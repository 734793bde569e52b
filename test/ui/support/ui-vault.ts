/** Real vault in a temporary folder that serves the built interface, with a client to prepare data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SecurityGroupId } from '#contract/ids.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { startServer } from '#server/app/start-server.ts';
import '#test/support/derive-once.ts';
import { copyPreparedVault, type Founding } from '#test/support/prepared-vault.ts';

export const UI_DIR =
  process.env['SRVAULT_UI_DIR'] ?? fileURLToPath(new URL('../../../dist/renderer', import.meta.url));
export const PASSPHRASE = 'copper heron seventh landing';
export const VAULT_NAME = 'Northgate Imaging';
export const OWNER_NAME = 'Dr A. Roe';

export const FOUNDING: Founding = {
  kind: 'ui',
  name: VAULT_NAME,
  owner: OWNER_NAME,
  passphrase: PASSPHRASE,
};

export interface UiVault {
  readonly url: string;
  readonly dataDir: string;
  /** Certificate options for a browser context. */
  readonly clientCertificate: {
    readonly origin: string;
    readonly certPath: string;
    readonly keyPath: string;
  };
  /** Returns a new client with the desktop's certificate, without session. */
  readonly client: () => VaultClient;
  /** Receives DICOM objects as from a modality, filed if someone is unlocked. */
  readonly receive: (group: SecurityGroupId, objects: readonly Uint8Array[]) => Promise<void>;
  /** Stops the server with every session; the returned function restarts it at the same address. */
  readonly stop: () => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

export interface InitializedVault {
  readonly admin: VaultClient;
  readonly group: SecurityGroupId;
  readonly recovery_key: string;
  readonly passphrase: string;
}

/** Starts in an empty folder without a vault. */
export async function startUiVault(): Promise<UiVault> {
  return serveVault(newRoot());
}

/** Starts a copy of the prepared vault with an unlocked founder's client. */
export async function startReadyVault(): Promise<{ vault: UiVault; ready: InitializedVault }> {
  const root = newRoot();
  const { security_group_id, recovery_key, device_secret } = await copyPreparedVault(root, FOUNDING);
  const vault = await serveVault(root);
  const admin = vault.client();
  await admin.session.open({ device_secret });
  return { vault, ready: { admin, group: security_group_id, recovery_key, passphrase: PASSPHRASE } };
}

export function newRoot(): string {
  return mkdtempSync(join(tmpdir(), 'srvault-ui-'));
}

/** Serves the folder `vault` in `root`, which is deleted with it. */
export async function serveVault(root: string): Promise<UiVault> {
  const dataDir = join(root, 'vault');
  const start = (port: number) =>
    startServer({ dataDir, port, stateDir: join(root, 'state'), uiDir: UI_DIR, rateLimit: 'off' });
  let server = await start(0);
  const pki = (file: string) => join(dataDir, 'pki', file);
  const clients: VaultClient[] = [];
  return {
    url: server.url,
    dataDir,
    clientCertificate: { origin: server.url, certPath: pki('desktop.crt'), keyPath: pki('desktop.key') },
    client() {
      const made = desktopClient(server.url, dataDir);
      clients.push(made);
      return made;
    },
    async receive(group, objects) {
      const { receiver, filing } = server.services;
      for (const object of objects) {
        const incoming = await receiver.begin(group, 'CT_NORTH_2');
        await incoming.write(object);
        await incoming.finish();
      }
      receiver.onReceived();
      await filing.whenIdle();
    },
    async stop() {
      const port = Number(new URL(server.url).port);
      await server.close();
      return async () => {
        server = await start(port);
      };
    },
    async close() {
      await Promise.all(clients.map((made) => made.close()));
      await server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
