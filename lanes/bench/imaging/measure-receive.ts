/**
 * Measures receiving a study over four associations by the vault, DCMTK's `storescp` and Orthanc in turn, from the
 * same sender. Also measures API latency and memory meanwhile. The vault is unlocked and files the study while idle.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BenchResult, ceilingResult, ratioResult } from '#lanes/bench/benchmark-result.ts';
import { median, percentile, spreadWords } from '#lanes/bench/statistics.ts';
import { startOrthanc } from '#scripts/orthanc.ts';
import { writeSlices } from './ct-slices.ts';
import { type ImagingBench, settled } from './imaging-bench.ts';
import { isInstalled, type Receiver, sendFolders, startStorescp } from './receivers.ts';

const MIB = 1024 * 1024;
const ASSOCIATIONS = 4;
const FIRST_STUDY = 100;
/** Pause between two requests of a simulated user. */
const PACE_MS = 20;
const WATCH_MS = 100;

interface Round {
  readonly vault: number;
  readonly storescp: number | undefined;
  readonly orthanc: number | undefined;
}

interface Plan {
  readonly images: number;
  readonly rounds: number;
}

export async function measureReceive(bench: ImagingBench, plan: Plan): Promise<BenchResult[]> {
  const peers = [
    isInstalled('storescp') ? await startStorescp(join(bench.scratch, 'storescp')) : undefined,
    isInstalled('Orthanc') ? await startOrthanc(join(bench.scratch, 'orthanc')) : undefined,
  ] as const;
  const before = bench.vault.familyRssBytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, bench.vault.familyRssBytes());
  }, WATCH_MS);
  try {
    const { rounds, latencies } = await measureRounds(bench, plan, peers);
    const against = (what: string, peer: 'storescp' | 'orthanc', atLeast: number, aim: number) =>
      ratiosAgainst(
        rounds,
        peer,
        `${plan.images} images over four associations, beside ${what}`,
        atLeast,
        aim,
      );
    const received = plan.images * plan.rounds;
    return [
      ...against('storescp', 'storescp', 0.3, 0.7),
      ...against('Orthanc', 'orthanc', 0.7, 1.2),
      ceilingResult(
        'request to the API meanwhile, p95',
        percentile(latencies, 0.95),
        50,
        20,
        'ms',
        `${latencies.length} requests, median ${median(latencies).toFixed(1)} ms`,
      ),
      ceilingResult(
        `memory over ${received.toLocaleString('en')} images`,
        (peak - before) / MIB,
        200,
        100,
        'MiB',
        `server and sandboxes; ${Math.round(peak / MIB)} MiB at most`,
      ),
    ];
  } finally {
    clearInterval(watch);
    for (const peer of peers) await peer?.stop();
  }
}

async function measureRounds(
  bench: ImagingBench,
  { images, rounds }: Plan,
  [storescp, orthanc]: readonly [Receiver | undefined, Receiver | undefined],
) {
  const results: Round[] = [];
  const latencies: number[] = [];
  const own = { ae: 'SRVAULT', port: bench.vault.dicomPort ?? 0 };
  for (let round = 0; round < rounds; round += 1) {
    const sent = join(bench.scratch, 'sent');
    const folders = writeSlices(sent, FIRST_STUDY + round, images, ASSOCIATIONS);
    const beside = storescp && (await sendFolders(storescp, folders));
    const meanwhile = askAlong(bench, latencies);
    const vault = await sendFolders(own, folders);
    await meanwhile.stop();
    await settled(bench);
    const archive = orthanc && (await sendFolders(orthanc, folders));
    results.push({ vault, storescp: beside, orthanc: archive });
    rmSync(sent, { recursive: true });
  }
  return { rounds: results, latencies };
}

/** Requests lists and single records in turn while the study arrives. */
function askAlong({ sdk, group }: ImagingBench, latencies: number[]) {
  let isOver = false;
  const asking = (async () => {
    const [exam] = await sdk.exams.list({ security_group_id: group }).toArray({ limit: 1 });
    if (exam === undefined) throw new Error('There is no exam to ask for.');
    for (let turn = 0; !isOver; turn += 1) {
      const started = performance.now();
      if (turn % 2 === 0) await sdk.exams.get(exam.index.document_id);
      else await sdk.exams.list({ security_group_id: group, limit: 50 }).toArray({ limit: 50 });
      latencies.push(performance.now() - started);
      await wait(PACE_MS);
    }
  })();
  return {
    stop(): Promise<void> {
      isOver = true;
      return asking;
    },
  };
}

function ratiosAgainst(
  rounds: readonly Round[],
  peer: 'storescp' | 'orthanc',
  what: string,
  atLeast: number,
  aim: number,
): BenchResult[] {
  const pairs = rounds.flatMap(({ vault, [peer]: other }) => (other === undefined ? [] : [{ vault, other }]));
  if (pairs.length === 0) return [];
  const ratios = pairs.map(({ vault, other }) => other / vault);
  const seconds = (values: readonly number[]) => `${median(values).toFixed(1)} s`;
  const behind = `${spreadWords(ratios, 2, '×')} in ${pairs.length} pairs; ${seconds(pairs.map(({ vault }) => vault))} / ${seconds(pairs.map(({ other }) => other))}`;
  return [ratioResult(what, median(ratios), atLeast, aim, behind)];
}
