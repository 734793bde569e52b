/**
 * Simulates clinicians, each with their own patients and connection: reads several records, writes one, pauses in
 * between. Connections are opened before measuring.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchClient } from '#lanes/bench/bench-client.ts';
import { patientRecord } from '#lanes/bench/sample-records.ts';
import { percentile } from '#lanes/bench/statistics.ts';

const READS_PER_WRITE = 9;
/** Pause between two requests of a client, far less than a person's. */
const LOOK_MS = 100;
/** Number of parts of the measured time, so that one stall of the machine affects only one of them. */
const PARTS = 5;

export interface Visits {
  readonly p50: number;
  /** 99th percentiles of the parts, in order. */
  readonly p99s: readonly number[];
  readonly readsP99: number;
  readonly writesP99: number;
  readonly perSecond: number;
  readonly readsPerWrite: number;
}

/** Reads as many of `ids` as the time allows, starting again after the last one. */
export async function measureVisits(
  { client, ids }: { readonly client: BenchClient; readonly ids: readonly string[] },
  clients: number,
  seconds: number,
): Promise<Visits> {
  const reads: number[] = [];
  const writes: number[] = [];
  const parts = Array.from({ length: PARTS }, (): number[] => []);
  const each = Math.floor(ids.length / clients);
  await Promise.all(Array.from({ length: clients }, () => client.json('GET', '/v1/session')));
  const begunAt = performance.now();
  const partMs = (seconds * 1000) / PARTS;
  const until = begunAt + seconds * 1000;

  async function work(mine: number): Promise<void> {
    await pause((mine * LOOK_MS) / clients);
    for (let turn = 0; performance.now() < until; turn += 1) {
      const path = `/v1/patients/${ids[mine * each + (turn % each)]}`;
      const startedAt = performance.now();
      // Spread the writes, so that clients do not write at the same moment.
      const isWrite = (turn + mine) % (READS_PER_WRITE + 1) === 0;
      if (isWrite) await client.json('PUT', path, { record: patientRecord(turn, 2048) });
      else await client.json('GET', path);
      const tookMs = performance.now() - startedAt;
      (isWrite ? writes : reads).push(tookMs);
      parts[Math.floor((startedAt - begunAt) / partMs)]?.push(tookMs);
      await pause(LOOK_MS);
    }
  }

  await Promise.all(Array.from({ length: clients }, (_, mine) => work(mine)));
  const times = [...reads, ...writes];
  return {
    p50: percentile(times, 0.5),
    p99s: parts.map((part) => percentile(part, 0.99)),
    readsP99: percentile(reads, 0.99),
    writesP99: percentile(writes, 0.99),
    perSecond: times.length / seconds,
    readsPerWrite: READS_PER_WRITE,
  };
}
