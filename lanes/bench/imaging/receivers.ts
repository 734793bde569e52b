/** Starts DCMTK's `storescp`, which writes unencrypted, and sends studies to it and to other receivers. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#scripts/free-port.ts';

export interface Receiver {
  readonly ae: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

const run = promisify(execFile);
const STARTS_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 100;

export const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

export async function startStorescp(folder: string): Promise<Receiver> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  // One process per association, because a single one would handle them in sequence.
  return whenUp(
    'STORESCP',
    port,
    spawn('storescp', ['--fork', '-aet', 'STORESCP', '-od', folder, `${port}`]),
  );
}

async function whenUp(ae: string, port: number, child: ChildProcess): Promise<Receiver> {
  const gone = once(child, 'exit');
  const giveUpAt = performance.now() + STARTS_WITHIN_MS;
  while (spawnSync('echoscu', ['-aec', ae, '127.0.0.1', `${port}`]).status !== 0) {
    if (performance.now() > giveUpAt || child.exitCode !== null) throw new Error(`${ae} does not answer.`);
    await wait(LOOK_EVERY_MS);
  }
  return {
    ...{ ae, port },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Sends each folder over its own association in parallel; returns the seconds until the last is done. */
export async function sendFolders(
  { ae, port }: Pick<Receiver, 'ae' | 'port'>,
  folders: readonly string[],
): Promise<number> {
  const started = performance.now();
  await Promise.all(
    folders.map((folder) => run('storescu', ['-aec', ae, '127.0.0.1', `${port}`, '+sd', folder])),
  );
  return (performance.now() - started) / 1000;
}
