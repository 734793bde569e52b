/**
 * Initialised vault folders, made once per run by the code under test and copied by each test that wants one:
 * keys, certificates and the first unlock are what a vault costs, and a copy has them already. A copy has its
 * own rollback anchors; its founder opens by the secret of this computer, which costs no Argon2id.
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

/** Who founds a prepared vault. `kind` names its folder. */
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

/** Folder of the prepared vaults, told to the processes that run tests. */
const VARIABLE = 'SRVAULT_PREPARED_VAULTS';

/** For a runner's set-up; the answer is its tear-down. */
export async function prepareVaults(foundings: readonly Founding[]): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'srvault-prepared-'));
  process.env[VARIABLE] = folder;
  for (const founding of foundings) await found(join(folder, founding.kind), founding);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Puts `vault` and `state` of a prepared vault into `root`; founds one there where the run has prepared none. */
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
