/** One server of a vault on PostgreSQL: a real `srvault serve` that can be killed, frozen and restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { pino } from 'pino';
import { openVaultInProcess } from '#cli/admin/vault/in-process-vault.ts';
import { endServer, listeningUrl, SERVE, serverEnvironment } from '#lanes/torture/served-vault.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { desktopClient, NOTHING_TWICE } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { createLastSeenState, type LastSeenState } from '#sdk/node/last-seen-state.ts';
import { startServer } from '#server/app/start-server.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';

/** Passphrase of the founder. */
export const PASSPHRASE = 'clinic: nine lanterns in a storm';
/** Longest quoted output of a server that fails to start. */
const WORDS_MAX = 4000;

/** A server: its folder, and its process while it runs. */
export interface ServedNode {
  /**
   * Unlocks a client of the founder with the given last seen state; the caller closes it. @throws the server's
   * refusal
   */
  readonly meet: (seenStates: LastSeenState) => Promise<VaultClient>;
  readonly client: () => VaultClient;
  /** Starts the server and unlocks its founder. */
  readonly start: (...options: readonly string[]) => Promise<void>;
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  readonly kill: () => Promise<void>;
  /** Stops the server in order. */
  readonly stop: () => Promise<void>;
}

export type Place = { readonly dataDir: string; readonly stateDir: string; readonly store: string };
/** Place of a vault with or without `store`; without it the records are in the folder itself. */
type AnyPlace = Omit<Place, 'store'> & Partial<Place>;

/** Creates a vault there. */
export async function foundAt({
  dataDir,
  stateDir,
  store,
}: AnyPlace): Promise<{ group: string; secret: string }> {
  const logger = pino({ level: 'silent' });
  const server = await startServer({ dataDir, stateDir, store, port: 0, rateLimit: 'off', logger });
  const client = desktopClient(server.url, dataDir, NOTHING_TWICE);
  const { security_group_id: group } = await client.vault.init({
    name: 'Clinic',
    owner: { display_name: 'Owner' },
    passphrase: PASSPHRASE,
  });
  await client.session.open({ passphrase: PASSPHRASE });
  const { device_secret: secret } = await client.session.createDeviceSecret({
    current_passphrase: PASSPHRASE,
  });
  await client.close();
  await server.close();
  return { group, secret };
}

/** Creates the folder of another server. */
export async function joinAt({ dataDir, store }: Place): Promise<void> {
  const joining = await openVaultInProcess(dataDir, { store, joins: true });
  await joining.client.session.open({ passphrase: PASSPHRASE });
  await joining.close();
}

/** Verifies the whole unserved vault; returns the problems. */
export async function verifyAt(place: AnyPlace): Promise<string[]> {
  const { findings, unopened } = await verifyFolder({ ...place, opening: { passphrase: PASSPHRASE } });
  return [
    ...findings.map(({ code, id }) => `verify: ${code} ${id}`),
    ...(unopened === 0 ? [] : [`verify: ${unopened} objects could not be opened`]),
  ];
}

/** `secret` is the device secret by which its founder unlocks. */
export function nodeAt({ dataDir, stateDir }: AnyPlace, secret: string): ServedNode {
  let child: ChildProcess | undefined;
  let client: VaultClient | undefined;
  let url: string | undefined;
  // One client memory over all runs of the server.
  const seenStates = createLastSeenState();

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = child;
    child = undefined;
    ended?.kill('SIGCONT');
    if (ended !== undefined) await endServer(ended, signal);
    await client?.close();
    client = undefined;
  }

  return {
    async meet(theirs) {
      if (url === undefined) throw new Error('the server does not run');
      const visitor = desktopClient(url, dataDir, { ...NOTHING_TWICE, seenStates: theirs });
      try {
        await visitor.session.open({ passphrase: PASSPHRASE });
      } catch (error) {
        await visitor.close();
        throw error;
      }
      return visitor;
    },
    client() {
      if (client === undefined) throw new Error('the server does not run');
      return client;
    },
    async start(...options) {
      const started = spawn(process.execPath, [...SERVE, '--data', dataDir, '--port', '0', ...options], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: serverEnvironment(stateDir),
        // Detached, so that Ctrl C reaches only the lane.
        detached: true,
      });
      const goWithUs = () => void started.kill('SIGKILL');
      process.once('exit', goWithUs);
      started.once('exit', () => process.off('exit', goWithUs));
      child = started;
      let words = '';
      started.stderr.on('data', (bytes: Buffer) => {
        words = (words + String(bytes)).slice(-WORDS_MAX);
      });
      url = await listeningUrl(started).catch((error: unknown) => {
        throw new Error(`${String(error)} It said: ${words}`);
      });
      client = desktopClient(url, dataDir, { ...NOTHING_TWICE, seenStates });
      await client.session
        .open({ device_secret: secret })
        .catch(() => client?.session.open({ passphrase: PASSPHRASE }));
    },
    signal: (signal) => void child?.kill(signal),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
