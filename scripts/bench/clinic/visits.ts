/**
 * Clinicians at work, each with patients of their own: reads several records, writes one, and looks at the screen in
 * between. Each has a connection of its own, opened before anything is measured.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchClient } from '../bench-client.ts';
import { patientRecord } from '../sample-records.ts';
import { percentile } from '../spread.ts';

const READS_PER_WRITE = 9;
/** Between two requests of one client: far less than a person takes. */
const LOOK_MS = 100;

export interface Visits {
  readonly p50: number;
  readonly p99: number;
  readonly readsP99: number;
  readonly writesP99: number;
  readonly perSecond: number;
  readonly readsPerWrite: number;
}

/** `ids`: goes through as many as fit into the time, and begins again where it has seen all of its own. */
export async function measureVisits(
  { client, ids }: { readonly client: BenchClient; readonly ids: readonly string[] },
  clients: number,
  seconds: number,
): Promise<Visits> {
  const reads: number[] = [];
  const writes: number[] = [];
  const each = Math.floor(ids.length / clients);
  await Promise.all(Array.from({ length: clients }, () => client.json('GET', '/v1/session')));
  const until = performance.now() + seconds * 1000;

  async function work(mine: number): Promise<void> {
    await pause((mine * LOOK_MS) / clients);
    for (let turn = 0; performance.now() < until; turn += 1) {
      const path = `/v1/patients/${ids[mine * each + (turn % each)]}`;
      const startedAt = performance.now();
      // Not all of them write at the same moment.
      const isWrite = (turn + mine) % (READS_PER_WRITE + 1) === 0;
      if (isWrite) await client.json('PUT', path, { record: patientRecord(turn, 2048) });
      else await client.json('GET', path);
      (isWrite ? writes : reads).push(performance.now() - startedAt);
      await pause(LOOK_MS);
    }
  }

  await Promise.all(Array.from({ length: clients }, (_, mine) => work(mine)));
  const times = [...reads, ...writes];
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    readsP99: percentile(reads, 0.99),
    writesP99: percentile(writes, 0.99),
    perSecond: times.length / seconds,
    readsPerWrite: READS_PER_WRITE,
  };
}
