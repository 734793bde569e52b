/**
 * Measures the longest turn of the server's event loop during index work. Covers opening, searching, rebuilding and
 * changing an index, saving its images, checkpointing the write-ahead log, and a lock.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchClient, connect } from '#lanes/bench/bench-client.ts';
import { type BenchResult, ceilingResult } from '#lanes/bench/benchmark-result.ts';
import { startWatchedVault } from '#lanes/bench/child-server.ts';
import { patientName, patientRecord } from '#lanes/bench/sample-records.ts';

const LISTS = 200;
const CHANGES = 2_000;
const WRITERS = 16;
/** The log is checkpointed within 30 s of a commit, and images of many changes are saved within 5 s. */
const AFTER_CHANGES_MS = 35_000;
/** Wait after a lock: the index is saved and wiped within a quarter of a second. */
const AFTER_LOCK_MS = 2_000;

interface Part {
  readonly what: string;
  readonly ms: number;
}

/** Measures on a folder that is not being served, with index images. */
export async function measureEventLoopDelay(dataDir: string, ids: readonly string[]): Promise<BenchResult> {
  const { parts, firstUnlockMs } = await withImages(dataDir, ids);
  parts.push(await withoutImages(dataDir));
  const longest = Math.max(...parts.map(({ ms }) => ms));
  return ceilingResult(
    `longest turn of the event loop among ${ids.length.toLocaleString('en')}`,
    longest,
    50,
    10,
    'ms',
    [
      parts.map(({ what, ms }) => `${what} ${ms.toFixed(0)}`).join(', '),
      `not counted: the first unlock of a server ${firstUnlockMs.toFixed(0)}`,
    ].join('; '),
  );
}

async function withImages(
  dataDir: string,
  ids: readonly string[],
): Promise<{ parts: Part[]; firstUnlockMs: number }> {
  const vault = await startWatchedVault(dataDir);
  const parts: Part[] = [];
  const part = async (what: string): Promise<void> =>
    void parts.push({ what, ms: await vault.longestTurnMs() });
  // The first unlock compiles the code; the cost of the index shows in the second.
  const first = await connect(vault.url, dataDir);
  await lock(first);
  const firstUnlockMs = await vault.longestTurnMs();
  const client = await connect(vault.url, dataDir);
  await client.json('GET', '/v1/patients?q=kast');
  await part('images opened');
  await ask(client);
  await part('lists and searches');
  let next = 0;
  const writer = async (): Promise<void> => {
    for (let n = next++; n < CHANGES; n = next++) {
      const id = ids[(n * 97) % ids.length];
      await client.json('PUT', `/v1/patients/${id}`, { record: patientRecord(n, 400) });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await part('changes');
  await sleep(AFTER_CHANGES_MS);
  await part('their images and the log emptied');
  await lock(client);
  await part('lock');
  await vault.stop();
  return { parts, firstUnlockMs };
}

async function lock(client: BenchClient): Promise<void> {
  await client.json('POST', '/v1/session/lock', {});
  await sleep(AFTER_LOCK_MS);
  await client.close();
}

async function ask(client: BenchClient): Promise<void> {
  for (let n = 0; n < LISTS; n++) {
    await client.json('GET', `/v1/patients?security_group_id=${client.groupId}`);
    const word = encodeURIComponent(patientName(n * 97).slice(0, 3 + (n % 5)));
    await client.json('GET', `/v1/patients?q=${word}`);
    await client.json('GET', `/v1/patients?sort=title&q=${word}`);
  }
}

async function withoutImages(dataDir: string): Promise<Part> {
  const vault = await startWatchedVault(dataDir);
  await lock(await connect(vault.url, dataDir));
  rmSync(join(dataDir, 'search'), { recursive: true, force: true });
  await vault.longestTurnMs();
  const client = await connect(vault.url, dataDir);
  await client.json('GET', '/v1/patients?q=kast');
  const ms = await vault.longestTurnMs();
  await client.close();
  await vault.stop();
  return { what: 'index made anew', ms };
}
