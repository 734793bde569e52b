/** Real vault in a temporary folder, served over mutual TLS in this process, with a credential. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import type { Role } from '#contract/access/roles.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { ClientOptions, VaultClient } from '#sdk/client.ts';
import { connect } from '#sdk/node/connect.ts';
import { startServer } from '#server/app/start-server.ts';
import { copyPreparedVault, type Founding } from './prepared-vault.ts';

export const PASSPHRASE = 'correct horse battery staple';

export const FOUNDING: Founding = {
  kind: 'live',
  name: 'Test workspace',
  owner: 'Founder',
  passphrase: PASSPHRASE,
};

export interface LiveVault {
  readonly url: string;
  /** Temporary folder of the test; the vault is in `root/vault`. */
  readonly root: string;
  readonly dataDir: string;
  readonly group: SecurityGroupId;
  /** Unlocked founder. */
  readonly admin: VaultClient;
  /** Credential folder of an owner of the group. */
  readonly profile: string;
  /** Returns a client of a credential folder, the owner's by default. */
  readonly connect: (options?: Partial<ClientOptions> & { profile?: string }) => VaultClient;
  /** Issues another credential and writes its folder. */
  readonly issue: (name: string, role: Role) => Promise<{ profile: string; credential_id: string }>;
  readonly close: () => Promise<void>;
}

/** `uiDir` contains files to serve at `/`. */
export async function startLiveVault(more: { readonly uiDir?: string } = {}): Promise<LiveVault> {
  const root = mkdtempSync(join(tmpdir(), 'srvault-test-'));
  const { security_group_id: group, device_secret } = await copyPreparedVault(root, FOUNDING);
  const dataDir = join(root, 'vault');
  const server = await startServer({
    dataDir,
    port: 0,
    stateDir: join(root, 'state'),
    rateLimit: 'off',
    ...more,
  });
  const admin = desktopClient(server.url, dataDir);
  await admin.session.open({ device_secret });
  const clients: VaultClient[] = [];

  async function issue(name: string, role: Role) {
    const credential = await admin.credentials.create({ name, groups: [{ security_group_id: group, role }] });
    const profile = join(root, name);
    mkdirSync(profile, { mode: 0o700 });
    writeCredentialFolder(profile, credential);
    return { profile, credential_id: credential.credential_id };
  }

  const { profile } = await issue('owner', 'owner');
  return {
    url: server.url,
    root,
    dataDir,
    group,
    admin,
    profile,
    connect: (options = {}) => {
      const client = connect({ profile, baseUrl: server.url, ...options });
      clients.push(client);
      return client;
    },
    issue,
    close: async () => {
      await Promise.all([admin, ...clients].map((client) => client.close()));
      await server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
