/**
 * Measures the vault by size: first list after the last write, lists, searches, single requests. Also the time from
 * passphrase to first response, with and without sealed index images.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchClient, connect } from '#lanes/bench/bench-client.ts';
import { type BenchResult, ceilingResult } from '#lanes/bench/benchmark-result.ts';
import { type ChildServer, startVault } from '#lanes/bench/child-server.ts';
import { patientName } from '#lanes/bench/sample-records.ts';
import { percentile } from '#lanes/bench/statistics.ts';
import { costPerRequest } from './measure-documents.ts';

const LISTS = 200;
const KIB = 1024;
/** Number of documents up to which the limits for pages, unlock and first lists apply. */
const FLOORS_UP_TO = 100_000;

export interface Spread {
  readonly median: number;
  readonly p95: number;
}

/** Results at one size; all times in milliseconds. */
export interface ScalePoint {
  readonly documents: number;
  readonly firstListMs: number;
  readonly pageMs: Spread;
  readonly searchMs: Spread;
  /** CPU time of the server's main thread, which other work of the machine does not affect. */
  readonly pageCpuMs: Spread;
  readonly searchCpuMs: Spread;
  readonly getMs: number;
  readonly putMs: number;
  /** Growth of a fresh server's resident memory from start to first search response, per document. */
  readonly bytesPerDocument: number;
  readonly unlockMs: number;
  readonly unlockWithoutImageMs: number;
}

export async function measureScale(
  vault: ChildServer,
  client: BenchClient,
  ids: readonly string[],
): Promise<Omit<ScalePoint, 'unlockMs' | 'unlockWithoutImageMs' | 'bytesPerDocument'>> {
  const list = `/v1/patients?security_group_id=${client.groupId}`;
  const firstListMs = await timed(() => client.json('GET', list));
  const pages: Timed[] = [];
  const searches: Timed[] = [];
  for (let n = 0; n < LISTS; n++) {
    pages.push(await timedWithCpu(vault, () => client.json('GET', list)));
    const word = encodeURIComponent(patientName(n * 97).slice(0, 3 + (n % 5)));
    searches.push(await timedWithCpu(vault, () => client.json('GET', `/v1/patients?q=${word}`)));
  }
  const cost = await costPerRequest(client, ids, 500);
  const spread = (samples: Timed[], what: keyof Timed): Spread => {
    const values = samples.map((sample) => sample[what]);
    return { median: percentile(values, 0.5), p95: percentile(values, 0.95) };
  };
  return {
    documents: ids.length,
    firstListMs,
    pageMs: spread(pages, 'ms'),
    searchMs: spread(searches, 'ms'),
    pageCpuMs: spread(pages, 'cpuMs'),
    searchCpuMs: spread(searches, 'cpuMs'),
    getMs: cost.get,
    putMs: cost.put,
  };
}

/**
 * Starts a fresh server and measures from the passphrase to the first search response; without images to the first
 * list.
 */
export async function measureUnlock(
  dataDir: string,
  withImages: boolean,
  open: (url: string, dataDir: string) => Promise<BenchClient> = connect,
): Promise<{ readonly ms: number; readonly bytes: number }> {
  if (!withImages) rmSync(join(dataDir, 'search'), { recursive: true, force: true });
  const vault = await startVault(dataDir);
  const before = vault.rssBytes();
  const start = performance.now();
  const client = await open(vault.url, dataDir);
  await client.json('GET', withImages ? '/v1/patients?q=kast' : '/v1/patients');
  const ms = performance.now() - start;
  const bytes = Math.max(0, vault.rssBytes() - before);
  await client.close();
  await vault.stop();
  return { ms, bytes };
}

export function scaleTable(points: readonly ScalePoint[]): string {
  const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
  const rows = points.map((point) =>
    [
      point.documents.toLocaleString('en'),
      ms(point.firstListMs),
      `${ms(point.pageMs.median)} / ${ms(point.pageMs.p95)}`,
      `${ms(point.searchMs.median)} / ${ms(point.searchMs.p95)}`,
      ms(point.getMs),
      ms(point.putMs),
      ms(point.unlockMs),
      ms(point.unlockWithoutImageMs),
      `${(point.bytesPerDocument / KIB).toFixed(1)} KiB`,
    ].join(' | '),
  );
  return [
    '| patients | first list after the last write | page of 50, median / p95 | prefix search, median / p95 | GET | PUT | passphrase to first search | to first list without images | memory per document |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

/** Returns the figures of the largest size that have a limit; above the size of the limits only search. */
export function scaleResults(points: readonly ScalePoint[]): BenchResult[] {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return [];
  const among = `among ${last.documents.toLocaleString('en')}`;
  const search = `prefix search ${among}, p95`;
  const ofSearch = `median ${last.searchMs.median.toFixed(1)} ms; ${cpuWords(last.searchCpuMs)}`;
  const memory = ceilingResult(
    `memory per document ${among}`,
    last.bytesPerDocument / KIB,
    2,
    1,
    'KiB',
    'resident, everything',
  );
  if (last.documents > FLOORS_UP_TO)
    return [ceilingResult(search, last.searchMs.p95, 50, 20, 'ms', ofSearch), memory];
  const growth = (what: 'getMs' | 'putMs'): BenchResult =>
    ceilingResult(
      `cost of a ${what === 'getMs' ? 'GET' : 'PUT'} from ${first.documents} to ${last.documents} documents`,
      last[what] / first[what],
      1.3,
      1.05,
      '×',
      `${first[what].toFixed(2)} to ${last[what].toFixed(2)} ms`,
    );
  const ofPage = `median ${last.pageMs.median.toFixed(1)} ms; ${cpuWords(last.pageCpuMs)}`;
  return [
    ceilingResult(`page of 50 ${among}, p95`, last.pageMs.p95, 6, 3, 'ms', ofPage),
    ceilingResult(search, last.searchMs.p95, 20, 5, 'ms', ofSearch),
    ceilingResult(`first list after the last write ${among}`, last.firstListMs / 1000, 2, 0.5, 's', ''),
    ceilingResult(`first list without images ${among}`, last.unlockWithoutImageMs / 1000, 2, 0.5, 's', ''),
    ceilingResult(
      `passphrase to first search answer ${among}`,
      last.unlockMs / 1000,
      0.8,
      0.4,
      's',
      'Argon2id included',
    ),
    memory,
    ...(points.length > 1 ? [growth('getMs'), growth('putMs')] : []),
  ];
}

const cpuWords = ({ median, p95 }: Spread): string =>
  `CPU of the server ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;

interface Timed {
  readonly ms: number;
  readonly cpuMs: number;
}

async function timedWithCpu(vault: ChildServer, work: () => Promise<unknown>): Promise<Timed> {
  const cpuBefore = vault.mainThreadMs();
  const ms = await timed(work);
  return { ms, cpuMs: vault.mainThreadMs() - cpuBefore };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
