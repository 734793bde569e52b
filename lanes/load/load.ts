/**
 * `npm run test:long -- load [--seconds N]`: clients read and write at full speed at a real `srvault serve`, among
 * hostile peers. Every valid request must get the right response, and memory must not grow.
 * Source: evidence design, D-7 and D-8.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { foundVault } from '#lanes/torture/served-vault.ts';
import type { VaultClient } from '#sdk/client.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { HOSTILE } from './hostile-peers.ts';

const CLIENTS = 64;
/** Below the limit of parallel uploads per certificate. */
const UPLOADERS = 6;
const PATIENTS = 200;
const SAMPLE_EVERY_MS = 1000;
/** Shortest run with a meaningful memory slope, because memory has not stabilised before. */
const SECONDS_OF_A_SLOPE = 300;
const GROWTH_MAX = 0.05;

export const LOAD: Lane = {
  name: 'load',
  proves: 'Among many clients and hostile peers every proper request is answered, and memory does not grow.',
  unit: 'seconds',
  times: 600,
  run: load,
};

async function load(seconds: number, say: (text: string) => void): Promise<LaneOutcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-load-'));
  try {
    const vault = await foundVault(scratch);
    const served = await vault.serve();
    const found = new Set<string>();
    const stop = AbortSignal.timeout(seconds * 1000);
    const ids = await seed(served.client, vault.group);
    const memory: number[] = [];
    let answered = 0;
    let hostile = 0;

    async function work(at: number): Promise<void> {
      const group = at < UPLOADERS ? vault.group : undefined;
      while (!stop.aborted) {
        await one(served.client, ids, group).catch((error: unknown) => void found.add(String(error)));
        answered += 1;
      }
    }
    async function annoy(peer: (typeof HOSTILE)[number]): Promise<void> {
      const pki = (file: string) => readFileSync(join(vault.dataDir, 'pki', file));
      const files = { ca: pki('ca.crt'), cert: pki('desktop.crt'), key: pki('desktop.key') };
      while (!stop.aborted) {
        await peer(served.url, files, stop);
        hostile += 1;
        await wait(SAMPLE_EVERY_MS);
      }
    }
    async function sample(): Promise<void> {
      while (!stop.aborted) {
        await wait(SAMPLE_EVERY_MS);
        memory.push(residentBytes(served.pid));
        if (memory.length % 60 === 0) say(`${answered} answered, ${mebibytes(memory.at(-1) ?? 0)} MiB`);
      }
    }
    await Promise.all([
      ...Array.from({ length: CLIENTS }, (_, at) => work(at)),
      ...HOSTILE.map(annoy),
      sample(),
    ]);

    const growth = growthOf(memory);
    if (seconds >= SECONDS_OF_A_SLOPE && growth > GROWTH_MAX)
      found.add(`memory grew by ${(growth * 100).toFixed(1)} % over the run`);
    await served.stop();
    const { findings } = await verifyFolder(vault);
    for (const { code, id } of findings) found.add(`verify: ${code} ${id}`);
    const ran = `${seconds} s of ${CLIENTS} clients, ${answered.toLocaleString('en')} requests, ${hostile} hostile ones beside them, memory ${mebibytes(Math.max(...memory))} MiB at most, ${(growth * 100).toFixed(1)} % over the run by the slope of its second half`;
    return { ran, found: [...found] };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function seed(client: VaultClient, group: string): Promise<string[]> {
  const made = Array.from({ length: PATIENTS }, (_, at) =>
    client.patients.create({ security_group_id: group, record: { display_name: `Patient ${at}` } }),
  );
  return (await Promise.all(made)).map(({ index }) => index.document_id);
}

/** Sends one request of a client and checks its response. `group` is where it uploads, if it does. */
async function one(client: VaultClient, ids: readonly string[], group: string | undefined): Promise<void> {
  const id = ids[randomInt(ids.length)] ?? '';
  const act = randomInt(10);
  if (act < 5) {
    const { index } = await client.patients.get(id);
    if (index.document_id !== id) throw new Error('another patient was answered');
  } else if (act < 8) {
    const record = { display_name: `Patient ${randomInt(1_000_000)}` };
    const view = await client.patients.update(id, { record, expected_latest_version_id: null });
    if (view.record.display_name !== record.display_name) throw new Error('another record was answered');
  } else if (act < 9 || group === undefined) {
    await client.patients.list({ limit: 50 }).toArray({ limit: 50 });
  } else {
    const drive = client.drive(group);
    const { node_id } = await drive.upload(new Uint8Array(20_000), { name: `load ${randomInt(2 ** 40)}` });
    await drive.delete(node_id);
    await drive.purge(node_id);
  }
}

function residentBytes(pid: number): number {
  const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1];
  return Number(pages) * 4096;
}

/**
 * Relative memory growth over the run, by a line through the second half of the samples. The first half is ignored,
 * because caches and heap fill to their limits: SQLite's page cache and the engine's generations.
 */
export function growthOf(samples: readonly number[]): number {
  const settled = samples.slice(samples.length >> 1);
  const middle = (settled.length - 1) / 2;
  const mean = settled.reduce((sum, each) => sum + each, 0) / settled.length;
  const spread = settled.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  if (spread === 0 || mean === 0) return 0;
  const slope = settled.reduce((sum, each, at) => sum + (at - middle) * (each - mean), 0) / spread;
  return (slope * samples.length) / mean;
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
