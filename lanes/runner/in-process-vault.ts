/** A founded and unlocked vault of this process, in a folder that goes with it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { SecurityGroupId } from '#contract/ids.ts';
import { desktopClient, NOTHING_TWICE } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { type RunningServer, startServer } from '#server/app/start-server.ts';
import type { ReceiverOptions } from '#server/imaging/dimse/receiver-options.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';

/** Of the owner. */
export const PASSPHRASE = 'lane: nine lanterns on thin ice';

export interface InProcessVault {
  readonly dataDir: string;
  /** Another one after each `restart`. */
  readonly server: RunningServer;
  /** With the desktop's certificate, unlocked; sends nothing twice. */
  readonly client: VaultClient;
  readonly group: SecurityGroupId;
  /** Another one alike. */
  readonly connect: () => Promise<VaultClient>;
  /**
   * Ends the server in order and starts it anew; all clients are closed, and everybody is locked.
   * @throws what starting throws, after what `whileStopped` did to the folder
   */
  readonly restart: (whileStopped: () => void) => Promise<void>;
  /** Ends the server in order and opens everything the folder holds; a line for each thing that does not hold. */
  readonly stopAndVerify: () => Promise<string[]>;
  /** Ends what still runs, and the folder goes. */
  readonly remove: () => Promise<void>;
}

/** `dicom`: it receives, too. */
export async function startInProcessVault(lane: string, dicom?: ReceiverOptions): Promise<InProcessVault> {
  const scratch = mkdtempSync(join(tmpdir(), `srvault-${lane}-`));
  const [dataDir, stateDir] = [join(scratch, 'vault'), join(scratch, 'state')];
  const logger = pino({ level: 'silent' });
  const options = { dataDir, stateDir, port: 0, rateLimit: 'off', logger } as const;
  let server = await startServer(options);
  let client = desktopClient(server.url, dataDir, NOTHING_TWICE);
  const { security_group_id } = await client.vault.init({
    name: `Lane ${lane}`,
    owner: { display_name: 'Owner' },
    passphrase: PASSPHRASE,
  });
  const { session: opened } = await client.session.open({ passphrase: PASSPHRASE });
  const { device_secret } = await client.session.createDeviceSecret({ current_passphrase: PASSPHRASE });
  if (dicom !== undefined) {
    // The group that receives is there only now.
    await client.close();
    await server.close();
    server = await startServer({ ...options, dicom });
    client = desktopClient(server.url, dataDir, NOTHING_TWICE);
    await client.session.open({ device_secret });
  }
  const clients: VaultClient[] = [client];

  async function stop(): Promise<void> {
    await Promise.all(clients.map((each) => each.close()));
    clients.length = 0;
    await server.close();
  }
  return {
    dataDir,
    get server() {
      return server;
    },
    client,
    group: security_group_id,
    async connect() {
      const another = desktopClient(server.url, dataDir, NOTHING_TWICE);
      clients.push(another);
      await another.session.open({ device_secret });
      return another;
    },
    async restart(whileStopped) {
      await stop();
      whileStopped();
      server = await startServer(options);
    },
    async stopAndVerify() {
      await stop();
      const { findings, unopened } = await verifyFolder({
        ...{ dataDir, stateDir },
        opening: { passphrase: PASSPHRASE, principal_id: opened.principal.principal_id },
      });
      return [
        ...findings.map(({ code, id }) => `verify: ${code} ${id}`),
        ...(unopened === 0 ? [] : [`verify: ${unopened} objects could not be opened`]),
      ];
    },
    async remove() {
      await stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
