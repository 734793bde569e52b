/** Vault with a DICOM receiver over sockets, locked until a test unlocks it; can be restarted. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecurityGroupId } from '#contract/ids.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { type RunningServer, startServer } from '#server/app/start-server.ts';
import type { ReceiverOptions } from '#server/imaging/dimse/receiver-options.ts';
import { FOUNDING } from '#test/support/live-vault.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';

export interface ReceivingVault {
  readonly root: string;
  readonly dataDir: string;
  readonly group: SecurityGroupId;
  readonly server: RunningServer;
  readonly client: VaultClient;
  readonly dicomPort: number;
  /** Unlocks and returns the session's token. */
  readonly unlock: () => Promise<string>;
  /** Restarts on the same folder, locked; `between` runs while it is stopped. */
  readonly restart: (between?: () => void) => Promise<ReceivingVault>;
  /** Returns every byte under the data folder. */
  readonly onDisk: () => Buffer;
  readonly close: () => Promise<void>;
}

const OPTIONS: ReceiverOptions = { port: 0, ae: 'SRVAULT', allow: [] };

/** `as_chosen` follows the settings, which open no port until an administrator does. */
export async function startReceivingVault(
  options: Partial<ReceiverOptions> | 'as_chosen' = {},
  root: string = mkdtempSync(join(tmpdir(), 'srvault-receive-')),
): Promise<ReceivingVault> {
  const { security_group_id: group, device_secret } = await copyPreparedVault(root, FOUNDING);
  return startOn(
    root,
    group,
    device_secret,
    options === 'as_chosen' ? undefined : { ...OPTIONS, ...options },
  );
}

async function startOn(
  root: string,
  group: SecurityGroupId,
  device_secret: string,
  dicom: ReceiverOptions | undefined,
): Promise<ReceivingVault> {
  const dataDir = join(root, 'vault');
  const server = await startServer({
    ...{ dataDir, port: 0, stateDir: join(root, 'state'), rateLimit: 'off', dicom },
    writeLog: (line) => process.stderr.write(line),
  });
  const client = desktopClient(server.url, dataDir);
  const stop = async () => {
    await client.close();
    await server.close();
  };
  return {
    ...{ root, dataDir, group, server, client, dicomPort: server.dicomPort ?? 0 },
    async unlock() {
      return (await client.session.open({ device_secret })).session_token;
    },
    async restart(between) {
      await stop();
      between?.();
      return startOn(root, group, device_secret, dicom);
    },
    onDisk: () => Buffer.concat(filesBelow(dataDir).map((file) => readFileSync(file))),
    async close() {
      await stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
