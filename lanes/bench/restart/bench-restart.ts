/**
 * `npm run bench:restart [-- --sizes 1000,10000] [-- --write]`: what a start and its first unlock cost afterwards, beside the
 * search index: the state check, which begins anew after each start, and the rotation of a group's key after somebody
 * left. Counts the server's CPU time until it rests, so other work on the machine does not matter. `--write` puts the
 * table into docs/benchmarks.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PASSPHRASE } from '#lanes/bench/bench-client.ts';
import { machineWords, writeSection } from '#lanes/bench/benchmark-page.ts';
import { type ChildServer, startVault } from '#lanes/bench/child-server.ts';
import { seedInProcess } from '#lanes/bench/seed-in-process.ts';
import { desktopClient } from '#scripts/desktop-client.ts';

const { values } = parseArgs({ strict: false, options: { sizes: { type: 'string' } } });
const SIZES = String(values.sizes ?? '1000,10000,100000')
  .split(',')
  .map(Number);
/** The server rests when it needs less CPU time than this between looks, so many looks in a row. */
const REST = { lookEveryMs: 1_000, ms: 15, looks: 4 };

interface Restart {
  readonly documents: number;
  /** From the process's begin until it listens. */
  readonly startMs: number;
  readonly unlockMs: number;
  /** Time of the background work after the answer to a first unlock, such as search index and state check. */
  readonly afterUnlockMs: number;
  readonly revokeMs: number;
  readonly rotationMs: number;
}

const scratch = mkdtempSync(join(tmpdir(), 'srvault-bench-'));
const restarts: Restart[] = [];
try {
  for (const size of SIZES) {
    process.stderr.write(`Sealing ${size} patients in process …\n`);
    const dataDir = join(scratch, String(size));
    await seedInProcess(dataDir, size);
    restarts.push(await restart(dataDir, size));
    process.stderr.write(`${tableOf(restarts)}\n`);
    rmSync(dataDir, { recursive: true, force: true });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const table = tableOf(restarts);
process.stdout.write(`${table}\n`);
if (process.argv.includes('--write')) {
  const lead = `Made by \`npm run bench:restart -- --write\` on ${machineWords()}, in a folder: CPU time of the server's process, all threads, not the time by the clock. After the unlock until the server rests: the search index, the state check of every row, and the rest of a first unlock. The rotation follows the revoking of one credential of the group.`;
  writeSection('What a restart costs', lead, table);
}

async function restart(dataDir: string, documents: number): Promise<Restart> {
  const vault = await startVault(dataDir);
  const client = desktopClient(vault.url, dataDir);
  const startMs = await cpuUntilRest(vault, 0);
  const unlockMs = await cpuOf(vault, () => client.session.open({ passphrase: PASSPHRASE }));
  const afterUnlockMs = await cpuUntilRest(vault);
  const [group] = (await client.session.get()).groups;
  if (group === undefined) throw new Error('A vault has its first group from the start.');
  const groups = [{ security_group_id: group.security_group_id, role: 'viewer' } as const];
  const { credential_id } = await client.credentials.create({ name: 'leaver', groups });
  await cpuUntilRest(vault);
  const revokeMs = await cpuOf(vault, () => client.credentials.revoke(credential_id));
  const rotationMs = await cpuUntilRest(vault);
  await client.close();
  await vault.stop();
  return { documents, startMs, unlockMs, afterUnlockMs, revokeMs, rotationMs };
}

async function cpuOf(vault: ChildServer, work: () => PromiseLike<unknown>): Promise<number> {
  const before = vault.processMs();
  await work();
  return vault.processMs() - before;
}

/** CPU time from now, or from `before`, until the server rests. */
async function cpuUntilRest(vault: ChildServer, before = vault.processMs()): Promise<number> {
  let [last, quiet] = [vault.processMs(), 0];
  while (quiet < REST.looks) {
    await sleep(REST.lookEveryMs);
    const now = vault.processMs();
    quiet = now - last < REST.ms ? quiet + 1 : 0;
    last = now;
  }
  return last - before;
}

function tableOf(rows: readonly Restart[]): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  return [
    '| documents | start | unlock | after it until at rest | revoking a credential | rotation after it |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      ({ documents, startMs, unlockMs, afterUnlockMs, revokeMs, rotationMs }) =>
        `| ${documents.toLocaleString('en')} | ${[startMs, unlockMs, afterUnlockMs, revokeMs, rotationMs].map(seconds).join(' | ')} |`,
    ),
  ].join('\n');
}
