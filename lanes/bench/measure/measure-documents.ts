/** Measures GET and PUT of patients and exams against a bare server, and their cost by vault size. */
import { type BenchClient, field, readTlsFiles } from '#lanes/bench/bench-client.ts';
import { type BenchResult, pairedResult } from '#lanes/bench/benchmark-result.ts';
import type { ChildServer } from '#lanes/bench/child-server.ts';
import { interleave, measureLoad, type Rate } from '#lanes/bench/http-load.ts';
import { startPgcrypto } from '#lanes/bench/peers/compare-pgcrypto.ts';
import { examRecord, patientRecord } from '#lanes/bench/sample-records.ts';

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

/** Seals `count` patients through the API, 32 in parallel. @returns their ids. */
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

interface Requests {
  readonly method: 'GET' | 'PUT';
  readonly connections: number;
  readonly path: () => string;
  readonly body?: () => string;
}

/** Requests of both servers: equal bodies, but the bare server's paths have no ids of the vault. */
interface Contest extends Requests {
  readonly what: string;
  readonly atLeast: number;
  readonly aim: number;
  readonly barePath: string;
}

async function contest(bench: Bench, plan: Contest): Promise<BenchResult> {
  const pairs = await interleave(
    bench.pairs,
    () => load(bench, bench.vault, plan, bench.client.headers),
    () => load(bench, bench.bare, { ...plan, path: () => plan.barePath }),
  );
  return pairedResult(plan.what, pairs, plan.atLeast, plan.aim);
}

function load(
  { dataDir, seconds }: Bench,
  server: ChildServer,
  { method, connections, path, body }: Requests,
  headers: Record<string, string> = {},
): Promise<Rate> {
  return measureLoad(server, {
    tls: readTlsFiles(dataDir),
    ...{ connections, seconds, method },
    headers: method === 'PUT' ? { ...headers, ...JSON_HEADERS } : headers,
    next: () => (body ? { path: path(), body: body() } : { path: path() }),
  });
}

export async function measureGet(bench: Bench, ids: readonly string[]): Promise<BenchResult> {
  const pick = picker(ids);
  const sample = JSON.stringify(await bench.client.json('GET', `/v1/patients/${pick()}`));
  return contest(bench, {
    what: `GET a patient among ${ids.length.toLocaleString('en')}`,
    method: 'GET',
    connections: 8,
    atLeast: 0.3,
    aim: 0.5,
    path: () => `/v1/patients/${pick()}`,
    barePath: `/bytes/${sample.length}`,
  });
}

let bodies = 1_000_000;

export function measurePatients(bench: Bench, ids: readonly string[]): Promise<BenchResult> {
  const pick = picker(ids);
  return contest(bench, {
    what: 'PUT a patient of 2 KiB, every body different',
    method: 'PUT',
    connections: 16,
    atLeast: 0.5,
    aim: 0.8,
    path: () => `/v1/patients/${pick()}`,
    barePath: '/row',
    body: () => JSON.stringify({ record: patientRecord(bodies++, PATIENT_BYTES) }),
  });
}

/** Compares with PostgreSQL and pgcrypto for orientation, without a limit. Undefined if they are not installed. */
export async function measureBesidePgcrypto(
  bench: Bench,
  ids: readonly string[],
): Promise<BenchResult[] | undefined> {
  const record = () => JSON.stringify(patientRecord(bodies++, PATIENT_BYTES));
  const peer = await startPgcrypto(bench.dataDir, ids.length, record);
  if (peer === undefined) return undefined;
  const { pairs, seconds, vault, client } = bench;
  const pick = picker(ids);
  const path = () => `/v1/patients/${pick()}`;
  try {
    const gets = await interleave(
      pairs,
      () => load(bench, vault, { method: 'GET', connections: 8, path }, client.headers),
      () => peer.get(8, seconds),
    );
    const body = () => `{"record":${record()}}`;
    const puts = await interleave(
      pairs,
      () => load(bench, vault, { method: 'PUT', connections: 16, path, body }, client.headers),
      () => peer.put(16, seconds, record),
    );
    return [
      pairedResult('GET a patient, beside PostgreSQL with pgcrypto', gets, 0, 1),
      pairedResult('PUT a patient of 2 KiB, beside PostgreSQL with pgcrypto', puts, 0, 1),
    ];
  } finally {
    peer.stop();
  }
}

/** Measures 200 different exams, then one exam from every connection at once. */
export async function measureExams(bench: Bench): Promise<BenchResult[]> {
  const ids = await seedExams(bench.client, 200);
  const pick = picker(ids);
  const plan = {
    method: 'PUT',
    connections: 16,
    barePath: '/row',
    body: () => JSON.stringify({ record: examRecord(bodies++, REPORT_BYTES) }),
  } as const;
  const many = await contest(bench, {
    ...plan,
    what: 'PUT 200 different exams of 8 KiB',
    atLeast: 0.5,
    aim: 0.7,
    path: () => `/v1/exams/${pick()}`,
  });
  const one = await contest(bench, {
    ...plan,
    what: 'PUT one exam of 8 KiB from 16 connections',
    atLeast: 0.4,
    aim: 0.6,
    path: () => `/v1/exams/${ids[0]}`,
  });
  return [many, one];
}

/** Milliseconds per request on one sequential connection, without queueing. */
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
