/**
 * Initialised vault folders, created once per run and copied by tests, because keys, certificates and the first
 * unlock are slow. A copy has its own roll-back anchors; its founder unlocks by a device secret without Argon2id.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import { startServer } from '#server/app/start-server.ts';
import { writeDatabaseAddress } from '#server/system/config/database-address.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { postgresOf } from './postgres.ts';

/** Founder of a prepared vault. `kind` names its folder. */
export interface Founding {
  readonly kind: string;
  readonly name: string;
  readonly owner: string;
  readonly passphrase: string;
}

export interface Founded {
  readonly workspace_id: WorkspaceId;
  readonly security_group_id: SecurityGroupId;
  readonly recovery_key: string;
  readonly device_secret: string;
}

/** Environment variable with the folder of prepared vaults. */
const VARIABLE = 'SRVAULT_PREPARED_VAULTS';

/** Called by a runner's set-up; returns its tear-down. */
export async function prepareVaults(foundings: readonly Founding[]): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'srvault-prepared-'));
  process.env[VARIABLE] = folder;
  for (const founding of foundings) await found(join(folder, founding.kind), founding);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Copies `vault` and `state` of a prepared vault into `root`, or creates one there. */
export async function copyPreparedVault(root: string, founding: Founding): Promise<Founded> {
  const prepared = join(process.env[VARIABLE] ?? '', founding.kind);
  if (process.env[VARIABLE] !== undefined && existsSync(prepared)) {
    cpSync(prepared, root, { recursive: true });
    const store = postgresOf(join(root, 'vault'), join(prepared, 'vault'));
    if (store !== undefined) writeDatabaseAddress(dataDirLayout(join(root, 'vault')), store);
  } else {
    await found(root, founding);
  }
  return JSON.parse(readFileSync(join(root, FACTS), 'utf8'));
}

const FACTS = 'founded.json';

async function found(root: string, { name, owner, passphrase }: Founding): Promise<void> {
  const dataDir = join(root, 'vault');
  const server = await startServer({
    dataDir,
    store: postgresOf(dataDir),
    port: 0,
    stateDir: join(root, 'state'),
    rateLimit: 'off',
  });
  const client = desktopClient(server.url, dataDir);
  const { workspace_id, security_group_id, recovery_key } = await client.vault.init({
    name,
    owner: { display_name: owner },
    passphrase,
  });
  await client.session.open({ passphrase });
  const { device_secret } = await client.session.createDeviceSecret({ current_passphrase: passphrase });
  await client.session.lock();
  await client.close();
  await server.close();
  const founded: Founded = { workspace_id, security_group_id, recovery_key, device_secret };
  writeFileSync(join(root, FACTS), JSON.stringify(founded));
}
