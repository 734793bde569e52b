/** GET and PUT of patients and exams against a bare server, and how their cost grows with the vault. */
import { type BenchClient, field, readTlsFiles } from './bench-client.ts';
import type { ChildServer } from './child-server.ts';
import { medianRatio, requestsPerSecond } from './load.ts';
import { type BenchResult, ratioResult } from './result.ts';
import { examRecord, patientRecord } from './sample-records.ts';

const PATIENT_BYTES = 2048;
const REPORT_BYTES = 8192;
const JSON_HEADERS = { 'content-type': 'application/json' };

export interface Bench {
  readonly vault: ChildServer;
  readonly bare: ChildServer;
  readonly client: BenchClient;
  readonly dataDir: string;
  readonly pairs: number;
  readonly seconds: number;
}

/** Seals `count` patients through the API, 32 at a time. @returns their ids. */
export async function seedPatients(
  client: BenchClient,
  from: number,
  count: number,
  bytes: number,
): Promise<string[]> {
  const ids: string[] = new Array(count);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let mine = next++; mine < count; mine = next++) {
      const view = await client.json('POST', '/v1/patients', {
        security_group_id: client.groupId,
        record: patientRecord(from + mine, bytes),
      });
      ids[mine] = String(field(field(view, 'index'), 'document_id'));
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  return ids;
}

async function seedExams(client: BenchClient, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const body = { security_group_id: client.groupId, record: examRecord(n, REPORT_BYTES) };
    ids.push(String(field(field(await client.json('POST', '/v1/exams', body), 'index'), 'document_id')));
  }
  return ids;
}

function picker(ids: readonly string[]): () => string {
  let turn = 0;
  return () => {
    turn = (turn * 1103515245 + 12345) % 2147483648;
    return ids[turn % ids.length] ?? '';
  };
}

export async function measureGet(bench: Bench, ids: readonly string[]): Promise<BenchResult> {
  const tls = readTlsFiles(bench.dataDir);
  const pick = picker(ids);
  const sample = JSON.stringify(await bench.client.json('GET', `/v1/patients/${pick()}`));
  const common = { tls, connections: 8, seconds: bench.seconds, method: 'GET' as const };
  const middle = await medianRatio(
    bench.pairs,
    () =>
      requestsPerSecond({
        ...common,
        url: bench.vault.url,
        headers: bench.client.headers,
        next: () => ({ path: `/v1/patients/${pick()}` }),
      }),
    () =>
      requestsPerSecond({
        ...common,
        url: bench.bare.url,
        headers: {},
        next: () => ({ path: `/bytes/${sample.length}` }),
      }),
  );
  return ratioResult('GET a patient among 5,000', middle.ratio, 0.15, 0.4, perSecond(middle));
}

export async function measurePut(
  bench: Bench,
  resource: 'patients' | 'exams',
  ids: readonly string[],
): Promise<BenchResult> {
  const tls = readTlsFiles(bench.dataDir);
  const pick = picker(ids);
  let n = 1_000_000;
  const body = (): string =>
    JSON.stringify({
      record: resource === 'patients' ? patientRecord(n++, PATIENT_BYTES) : examRecord(n++, REPORT_BYTES),
    });
  const common = { tls, connections: 16, seconds: bench.seconds, method: 'PUT' as const };
  const middle = await medianRatio(
    bench.pairs,
    () =>
      requestsPerSecond({
        ...common,
        url: bench.vault.url,
        headers: { ...bench.client.headers, ...JSON_HEADERS },
        next: () => ({ path: `/v1/${resource}/${pick()}`, body: body() }),
      }),
    () =>
      requestsPerSecond({
        ...common,
        url: bench.bare.url,
        headers: JSON_HEADERS,
        next: () => ({ path: '/row', body: body() }),
      }),
  );
  const [atLeast, aim] = resource === 'patients' ? [0.6, 1] : [0.4, 0.7];
  const what = resource === 'patients' ? 'PUT a patient, 2 KiB' : 'PUT an exam, 8 KiB report';
  return ratioResult(what, middle.ratio, atLeast, aim, perSecond(middle));
}

export async function measureExams(bench: Bench): Promise<BenchResult> {
  return measurePut(bench, 'exams', await seedExams(bench.client, 200));
}

/** Milliseconds per request of one sequential connection: the cost without the queueing of load. */
export async function costPerRequest(
  client: BenchClient,
  ids: readonly string[],
  count: number,
): Promise<{ get: number; put: number }> {
  const pick = picker(ids);
  const timed = async (one: (n: number) => Promise<unknown>): Promise<number> => {
    for (let n = 0; n < 50; n++) await one(n);
    const samples: number[] = [];
    for (let n = 0; n < count; n++) {
      const start = performance.now();
      await one(n);
      samples.push(performance.now() - start);
    }
    return samples.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? 0;
  };
  return {
    get: await timed(() => client.json('GET', `/v1/patients/${pick()}`)),
    put: await timed((n) =>
      client.json('PUT', `/v1/patients/${pick()}`, { record: patientRecord(n, PATIENT_BYTES) }),
    ),
  };
}

function perSecond(middle: { measured: number; yardstick: number }): string {
  return `${Math.round(middle.measured)} / ${Math.round(middle.yardstick)} per second`;
}
