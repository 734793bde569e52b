/**
 * `npm run bench:clinic [-- --quick] [-- --scale N] [-- --write]`: compares a vault on PostgreSQL with one on SQLite
 * in interleaved pairs. Then fifty clients use a vault whose database is a millisecond away each way, with cached and
 * uncached records. `--write` puts the table into docs/benchmarks.md. `--scale 1000000` measures only a database of
 * that many patients in departments, and writes nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchClient, connect, readTlsFiles } from '#lanes/bench/bench-client.ts';
import { machineWords, writeSection } from '#lanes/bench/benchmark-page.ts';
import { type BenchResult, ceilingResult, pairedResult, toMarkdown } from '#lanes/bench/benchmark-result.ts';
import { type ChildServer, startVault } from '#lanes/bench/child-server.ts';
import { interleave, type LoadPlan, measureLoad } from '#lanes/bench/http-load.ts';
import { seedPatients } from '#lanes/bench/measure/measure-documents.ts';
import { patientRecord } from '#lanes/bench/sample-records.ts';
import { median, spreadWords } from '#lanes/bench/statistics.ts';
import { psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { startRelay } from '#scripts/postgres/tcp-relay.ts';
import { measureDepartments } from './measure-departments.ts';
import { measureVisits } from './simulated-clinicians.ts';

const quick = process.argv.includes('--quick');
const { values } = parseArgs({ strict: false, options: { scale: { type: 'string' } } });
const scale = values.scale === undefined ? undefined : Number(values.scale);
// Enough patients that each uncached read asks for a new one.
const plan = quick
  ? { pairs: 2, seconds: 2, patients: 200, strangers: 5_000 }
  : { pairs: 7, seconds: 4, patients: 2_000, strangers: 10_000 };
const PATIENT_BYTES = 2048;
const CLIENTS = 50;
/** Network delay each way. */
const DELAY_MS = 1;

interface Side {
  readonly server: ChildServer;
  readonly client: BenchClient;
  readonly dataDir: string;
  readonly ids: readonly string[];
}

const loadBefore = loadavg()[1] ?? 0;
const scratch = mkdtempSync(join(tmpdir(), 'srvault-bench-'));
const cluster = await startPostgres();
const results: BenchResult[] = [];
const say = (text: string): void => void process.stderr.write(`${text}\n`);

try {
  if (scale === undefined) {
    await beside();
    await faraway();
  } else {
    say(`Sealing ${scale} patients in process …`);
    const table = await measureDepartments(scratch, makeStore('large'), scale, say);
    process.stdout.write(`${table}\n`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
  cluster.stop();
}

if (scale === undefined) process.stdout.write(`${toMarkdown(results)}\n`);
if (process.argv.includes('--write') && scale === undefined) {
  const lead = `Made by \`npm run bench:clinic -- --write\` on ${machineWords()}; load generator, vaults and PostgreSQL share the machine. The yardstick is the same vault on SQLite, in interleaved pairs. Other work on the machine before it began: ${loadBefore.toFixed(1)} processes ready to run on average; above the number of cores, waits between processes cost PostgreSQL more than SQLite, which has none.`;
  writeSection('PostgreSQL beside SQLite', lead, toMarkdown(results));
}
process.exitCode = results.every((result) => result.met) ? 0 : 1;

function makeStore(name: string, port = cluster.port): string {
  psql(cluster.url('postgres'), `CREATE DATABASE ${name}`);
  return cluster.url(name).replace(`:${cluster.port}/`, `:${port}/`);
}

async function open(name: string, more: readonly string[], patients = plan.patients): Promise<Side> {
  const dataDir = join(scratch, name);
  const server = await startVault(dataDir, more);
  const client = await connect(server.url, dataDir);
  return { server, client, dataDir, ids: await seedPatients(client, 0, patients, PATIENT_BYTES) };
}

async function close({ client, server }: Side): Promise<void> {
  await client.close();
  await server.stop();
}

async function beside(): Promise<void> {
  say('Sealing …');
  const postgres = await open('postgres', ['--store', makeStore('beside')]);
  const sqlite = await open('sqlite', []);
  let turn = 0;
  const path = ({ ids }: Side) => `/v1/patients/${ids[turn++ % ids.length]}`;
  const load = (side: Side, what: Pick<LoadPlan, 'method' | 'connections'>, body?: () => string) =>
    measureLoad(side.server, {
      ...what,
      tls: readTlsFiles(side.dataDir),
      seconds: plan.seconds,
      headers: side.client.headers,
      next: () => ({ path: path(side), ...(body ? { body: body() } : {}) }),
    });
  const pairs = (what: Pick<LoadPlan, 'method' | 'connections'>, body?: () => string) =>
    interleave(
      plan.pairs,
      () => load(postgres, what, body),
      () => load(sqlite, what, body),
    );
  say('GET …');
  const get = await pairs({ method: 'GET', connections: 8 });
  results.push(pairedResult('GET a patient, 8 connections', get, 0.5, 0.8));
  say('PUT …');
  let bodies = 0;
  const body = () => JSON.stringify({ record: patientRecord(bodies++, PATIENT_BYTES) });
  const put = await pairs({ method: 'PUT', connections: 16 }, body);
  results.push(pairedResult('PUT a patient of 2 KiB, 16 connections', put, 0.6, 0.8));
  await close(postgres);
  await close(sqlite);
}

/** Measures once with records the server has just written, and once with records it has never read. */
async function faraway(): Promise<void> {
  const relay = await startRelay(cluster.port, DELAY_MS);
  say('Sealing over a network …');
  const store = makeStore('far', relay.port);
  const side = await open('far', ['--store', store], plan.strangers);
  say(`${CLIENTS} clients …`);
  const known = { ...side, ids: side.ids.slice(-plan.patients) };
  const where = `the database ${DELAY_MS} ms away each way`;
  await measure(known, `Answers to ${CLIENTS} clients, ${where}: 99 of 100 within`);
  await close(side);
  say(`${CLIENTS} clients of a server that knows no record …`);
  const server = await startVault(side.dataDir, ['--store', store]);
  const fresh = { ...side, server, client: await connect(server.url, side.dataDir) };
  // Wait for the search index, which is built once per start.
  await fresh.client.json('GET', '/v1/patients?q=kast');
  await measure(fresh, `… of records this server reads for the first time, ${where}`);
  await close(fresh);
  relay.end();
}

async function measure(side: Side, what: string): Promise<void> {
  const visits = await measureVisits(side, CLIENTS, plan.seconds * 5);
  const behind = `${spreadWords(visits.p99s, 0, 'ms')} in ${visits.p99s.length} parts of the time; ${visits.perSecond.toFixed(0)} requests per second, one write in ${visits.readsPerWrite + 1}; median ${visits.p50.toFixed(1)} ms; of reads alone within ${visits.readsP99.toFixed(0)} ms, of writes ${visits.writesP99.toFixed(0)} ms`;
  results.push(ceilingResult(what, median(visits.p99s), 50, 25, 'ms', behind));
}
