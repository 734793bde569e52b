/** One vault folder, served by a real `srvault serve` again and again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SecurityGroupId } from '#contract/ids.ts';
import { desktopClient, NOTHING_TWICE } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import type { Opening } from '#server/evidence/unlock-for-reading.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PASSPHRASE = 'torture: nine lanterns under ice';

export interface ServedVault {
  readonly url: string;
  readonly pid: number;
  /** Unlocked; sends nothing twice. */
  readonly client: VaultClient;
  readonly kill: () => Promise<void>;
  /** SIGTERM, and waits until it has ended in order. */
  readonly stop: () => Promise<void>;
}

export interface VaultUnderTest {
  readonly dataDir: string;
  readonly stateDir: string;
  readonly group: SecurityGroupId;
  readonly opening: Opening;
  /** @throws when it ends before it listens. */
  readonly serve: () => Promise<ServedVault>;
  /** Starts and does not wait. */
  readonly spawn: () => { readonly kill: () => Promise<void> };
}

export async function foundVault(scratch: string): Promise<VaultUnderTest> {
  const dataDir = join(scratch, 'vault');
  const stateDir = join(scratch, 'state');
  const spawnHere = () => spawnServer(dataDir, stateDir);

  async function listen(): Promise<{ child: ChildProcess; url: string; client: VaultClient }> {
    const child = spawnHere();
    const url = await listeningUrl(child);
    return { child, url, client: desktopClient(url, dataDir, NOTHING_TWICE) };
  }

  const { child, client } = await listen();
  const founded = await client.vault.init({
    name: 'Torture',
    owner: { display_name: 'Owner' },
    passphrase: PASSPHRASE,
  });
  await client.session.open({ passphrase: PASSPHRASE });
  const { device_secret } = await client.session.createDeviceSecret();
  await client.close();
  await end(child, 'SIGTERM');

  return {
    dataDir,
    stateDir,
    group: founded.security_group_id,
    opening: { passphrase: PASSPHRASE },
    async serve() {
      const started = await listen();
      await started.client.session.open({ device_secret });
      const finish = async (signal: NodeJS.Signals) => {
        await end(started.child, signal);
        await started.client.close();
      };
      return {
        url: started.url,
        pid: started.child.pid ?? 0,
        client: started.client,
        kill: () => finish('SIGKILL'),
        stop: () => finish('SIGTERM'),
      };
    },
    spawn() {
      const started = spawnHere();
      return { kill: () => end(started, 'SIGKILL') };
    },
  };
}

/** What Node is given to serve a folder. */
export const SERVE = ['cli/srvault.ts', 'serve'];

export function serverEnvironment(stateDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SRVAULT_RATE_LIMIT: 'off',
    SRVAULT_STATE_DIR: stateDir,
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
  };
}

function spawnServer(dataDir: string, stateDir: string): ChildProcess {
  const child = spawn(process.execPath, [...SERVE, '--data', dataDir, '--port', '0'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: serverEnvironment(stateDir),
  });
  // It goes with us, whatever ends us.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** @throws when it ends before it listens. */
export async function listeningUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server has no standard output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const event: unknown = JSON.parse(line);
    const url = new Map(Object.entries(event ?? {})).get('url');
    if (typeof url === 'string') return url;
  }
  throw new Error('The server ended before it listened.');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
