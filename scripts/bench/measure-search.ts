/** Lists and prefix search in a large vault, and the way from the passphrase to the first answer. */
import { type BenchClient, connect } from './bench-client.ts';
import { startVault } from './child-server.ts';
import { type BenchResult, ceilingResult } from './result.ts';
import { patientName } from './sample-records.ts';

export async function measureLists(client: BenchClient, count: number): Promise<BenchResult[]> {
  const first: number[] = [];
  const search: number[] = [];
  await client.json('GET', '/v1/patients?q=kast');
  for (let n = 0; n < 200; n++) {
    first.push(await timed(() => client.json('GET', `/v1/patients?security_group_id=${client.groupId}`)));
    const word = patientName(n * 97).slice(0, 3 + (n % 5));
    search.push(await timed(() => client.json('GET', `/v1/patients?q=${encodeURIComponent(word)}`)));
  }
  const among = `among ${count.toLocaleString('en')} patients`;
  return [
    ceilingResult(
      `first page ${among}, p95`,
      percentile(first, 0.95),
      20,
      5,
      'ms',
      `median ${percentile(first, 0.5).toFixed(1)} ms`,
    ),
    ceilingResult(
      `prefix search ${among}, p95`,
      percentile(search, 0.95),
      20,
      5,
      'ms',
      `median ${percentile(search, 0.5).toFixed(1)} ms`,
    ),
  ];
}

/** A fresh process on the folder: from sending the passphrase to the first search answer. */
export async function measureUnlock(dataDir: string, count: number): Promise<BenchResult> {
  const samples: number[] = [];
  for (let n = 0; n < 3; n++) {
    const vault = await startVault(dataDir);
    const start = performance.now();
    const client = await connect(vault.url, dataDir);
    await client.json('GET', '/v1/patients?q=kast');
    samples.push((performance.now() - start) / 1000);
    await client.close();
    await vault.stop();
  }
  const what = `passphrase to first search answer, ${count.toLocaleString('en')} documents`;
  return ceilingResult(
    what,
    percentile(samples, 0.5),
    1.5,
    0.5,
    's',
    'Argon2id included, sealed image present',
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
