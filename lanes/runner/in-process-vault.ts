/** Starts an unlocked vault in this process, in a temporary folder. */
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
import { type Clock, systemClock } from '#server/system/clock.ts';

/** Passphrase of the owner. */
export const PASSPHRASE = 'lane: nine lanterns on thin ice';

export interface InProcessVault {
  readonly dataDir: string;
  /** Running server; a new one after each `restart`. */
  readonly server: RunningServer;
  /** Unlocked client with the desktop's certificate; sends nothing twice. */
  readonly client: VaultClient;
  readonly group: SecurityGroupId;
  /** Opens another such client. */
  readonly connect: () => Promise<VaultClient>;
  /**
   * Restarts the server in order; closes all clients and locks all persons.
   * @throws the error of starting, after `whileStopped` changed the folder
   */
  readonly restart: (whileStopped: () => void) => Promise<void>;
  /** Stops the server in order and verifies the folder; returns each problem as a line. */
  readonly stopAndVerify: () => Promise<string[]>;
  /** Stops the server and deletes the folder. */
  readonly remove: () => Promise<void>;
}

/** Starts the vault; `dicom` also starts its receiver, `clock` is another than the system's. */
export async function startInProcessVault(
  lane: string,
  dicom?: ReceiverOptions,
  clock: Clock = systemClock,
): Promise<InProcessVault> {
  const scratch = mkdtempSync(join(tmpdir(), `srvault-${lane}-`));
  const [dataDir, stateDir] = [join(scratch, 'vault'), join(scratch, 'state')];
  const logger = pino({ level: 'silent' });
  const options = { dataDir, stateDir, port: 0, rateLimit: 'off', logger, clock } as const;
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
    // Reconnect, because the receiving group exists only now.
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
