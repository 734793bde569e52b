/**
 * Serves a vault folder repeatedly by a real `srvault serve`, as the shipped bundle, which needs less than half the
 * CPU time of the sources to start.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SecurityGroupId } from '#contract/ids.ts';
import { buildCommandLine } from '#scripts/build/build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { desktopClient, NOTHING_TWICE } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import type { UnlockSecrets } from '#server/integrity/unlock-read-only.ts';

const PASSPHRASE = 'torture: nine lanterns under ice';

export interface ServedVault {
  readonly url: string;
  readonly pid: number;
  /** Port of the DICOM receiver; null when the command opens none. */
  readonly dicomPort: number | null;
  /** Unlocked client; sends nothing twice. */
  readonly client: VaultClient;
  /** Kills (SIGKILL by default) and waits for the end. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Stops by SIGTERM and waits for an orderly end. */
  readonly stop: () => Promise<void>;
}

export interface VaultUnderTest extends Folders {
  readonly group: SecurityGroupId;
  readonly opening: UnlockSecrets;
  /**
   * Serves the folder by a real process. @param command that starts `srvault serve`. @throws if it ends before it
   * listens.
   */
  readonly serve: (command?: Command) => Promise<ServedVault>;
  /** Starts without waiting. */
  readonly spawn: () => { readonly kill: () => Promise<void> };
  /** Copies the unserved folder with its anchors. */
  readonly copyTo: (scratch: string) => VaultUnderTest;
}

export type Command = readonly [string, ...string[]];

interface Facts {
  readonly group: SecurityGroupId;
  readonly device_secret: string;
}

export async function foundVault(scratch: string): Promise<VaultUnderTest> {
  await buildCommandLine();
  const { child, client } = await listen(foldersIn(scratch));
  const { security_group_id: group } = await client.vault.init({
    name: 'Torture',
    owner: { display_name: 'Owner' },
    passphrase: PASSPHRASE,
  });
  await client.session.open({ passphrase: PASSPHRASE });
  const { device_secret } = await client.session.createDeviceSecret({ current_passphrase: PASSPHRASE });
  await client.close();
  await endServer(child, 'SIGTERM');
  return vaultIn(scratch, { group, device_secret });
}

function vaultIn(scratch: string, facts: Facts): VaultUnderTest {
  const folders = foldersIn(scratch);
  return {
    ...folders,
    group: facts.group,
    opening: { passphrase: PASSPHRASE },
    async serve(command) {
      const { child, url, dicomPort, client } = await listen(folders, command);
      await client.session.open({ device_secret: facts.device_secret });
      const finish = async (signal: NodeJS.Signals) => {
        await endServer(child, signal);
        await client.close();
      };
      return {
        ...{ url, dicomPort, client },
        pid: child.pid ?? 0,
        kill: (signal = 'SIGKILL') => finish(signal),
        stop: () => finish('SIGTERM'),
      };
    },
    spawn() {
      const child = spawnServer(folders);
      return { kill: () => endServer(child, 'SIGKILL') };
    },
    copyTo(another) {
      cpSync(scratch, another, { recursive: true });
      return vaultIn(another, facts);
    },
  };
}

interface Folders {
  readonly dataDir: string;
  readonly stateDir: string;
}

function foldersIn(scratch: string): Folders {
  return { dataDir: join(scratch, 'vault'), stateDir: join(scratch, 'state') };
}

async function listen(
  folders: Folders,
  command?: Command,
): Promise<{ child: ChildProcess; client: VaultClient } & Listening> {
  const child = spawnServer(folders, command);
  const { url, dicomPort } = await listening(child);
  return { child, url, dicomPort, client: desktopClient(url, folders.dataDir, NOTHING_TWICE) };
}

/** Arguments for Node to serve a folder, once the command line is built. */
export const SERVE = [join(ROOT, 'dist', 'main', 'srvault.js'), 'serve'];

export function serverEnvironment(stateDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SRVAULT_RATE_LIMIT: 'off',
    SRVAULT_STATE_DIR: stateDir,
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
  };
}

function spawnServer(
  { dataDir, stateDir }: Folders,
  [program, ...args]: Command = [process.execPath, ...SERVE],
): ChildProcess {
  const child = spawn(program, [...args, '--data', dataDir, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: serverEnvironment(stateDir),
    // Detached, so that Ctrl C does not reach the servers.
    detached: true,
  });
  // Kill the child when this process ends.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** Longest start on a busy machine; a hanging one would delay the whole run. */
const START_MAX_MS = 10 * 60_000;
const END_MAX_MS = 10 * 60_000;

export async function listeningUrl(child: ChildProcess): Promise<string> {
  return (await listening(child)).url;
}

type Listening = Pick<ServedVault, 'url' | 'dicomPort'>;

/**
 * Waits until the process prints its address. @throws if it ends before it listens, or is killed after the time
 * limit.
 */
async function listening(child: ChildProcess): Promise<Listening> {
  if (!child.stdout) throw new Error('The server has no standard output.');
  const late = setTimeout(() => child.kill('SIGKILL'), START_MAX_MS);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const event: unknown = JSON.parse(line);
      const facts = new Map(Object.entries(event ?? {}));
      const url = facts.get('url');
      const port = facts.get('dicom_port');
      if (typeof url === 'string') return { url, dicomPort: typeof port === 'number' ? port : null };
    }
  } finally {
    clearTimeout(late);
  }
  throw new Error(
    `The server ended before it listened${child.signalCode === null ? '' : `, by ${child.signalCode}`}.`,
  );
}

/** Sends a signal to the server and waits for its end. @throws if it does not end by the signal. */
export async function endServer(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, END_MAX_MS);
  await gone;
  clearTimeout(late);
  if (isLate) throw new Error(`The server did not end by ${signal} in ${END_MAX_MS / 1000} s.`);
}
